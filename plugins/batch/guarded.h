// Work for threads, which no exception may end.
#pragma once

#include <exception>
#include <new>

#include <fmt/format.h>

#include "support/result.h"

namespace weft {

/// `work`, which returns a Result, with what it throws as an error.
template <class Work>
auto guarded(Work work) -> decltype(work()) {
    try {
        return work();
    } catch (const std::bad_alloc&) {
        return Error{
            ErrorKind::kMemory,
            "out of memory; free some, bound what is used with --memory, or compute a part "
            "with --roi"};
    } catch (const std::exception& e) {
        return Error{ErrorKind::kInternal,
                     fmt::format("{}; this is a bug of Weft, please report it", e.what())};
    }
}

}  // namespace weft

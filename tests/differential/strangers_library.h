// The functors that no built-in functor resembles, as a library.
#pragma once

#include <stdexcept>

#include "graph/library.h"

namespace weft::functors {
const FunctorModule* strangers_module();
}

namespace weft::test {

/// Adds them to a library of others.
inline Library with_strangers(Library library) {
    const Status added = library.add(*functors::strangers_module());
    if (!added) throw std::runtime_error(added.error().message);
    return library;
}

inline Library strangers() { return with_strangers({}); }

}  // namespace weft::test

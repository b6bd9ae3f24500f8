// Runs independent pieces of work on several threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include "support/result.h"

namespace weft {

/// Calls work(i) for 0 <= i < count on up to `threads` threads, waits for all, and returns the
/// first error by index, if any. Work that has not begun once `cancel` is set yields kCancelled.
template <class Work>
Status in_parallel(std::size_t count, int threads, Work work,
                   const std::atomic<bool>* cancel = nullptr) {
    std::vector<Status> outcomes(count);
    std::atomic<std::size_t> next{0};
    const auto take = [&] {
        for (std::size_t i = next++; i < count; i = next++)
            if (cancel != nullptr && *cancel)
                outcomes[i] = Error{ErrorKind::kCancelled, "cancelled"};
            else
                outcomes[i] = work(i);
    };
    std::vector<std::jthread> helpers;
    for (int t = 1; t < std::min(threads, static_cast<int>(count)); ++t) helpers.emplace_back(take);
    take();
    helpers.clear();
    for (const Status& outcome : outcomes)
        if (!outcome) return outcome;
    return {};
}

}  // namespace weft

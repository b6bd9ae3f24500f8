// Waiting that can be called off.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>

namespace weft {

/// How often those who wait look whether they still should.
inline constexpr std::chrono::milliseconds kCancelPeriod{20};

/// Waits until `ready`, which is called under the lock: true; or false soon after `cancel`, if not
/// null, has become true.
template <class Ready>
bool wait_unless(const std::atomic<bool>* cancel, std::condition_variable& changed,
                 std::unique_lock<std::mutex>& lock, Ready ready) {
    if (cancel == nullptr) {
        changed.wait(lock, ready);
        return true;
    }
    while (!changed.wait_for(lock, kCancelPeriod, ready))
        if (*cancel) return false;
    return true;
}

}  // namespace weft

// Single-flight execution: of threads that want the same result at once, one makes it.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>

#include "compile/wait_unless.h"

namespace weft {

/// Gives out one flight per key at a time. A thread takes the flight of what it is about to make,
/// looks whether another has made it meanwhile, and makes it if not.
class SingleFlight {
  public:
    /// Holds its key until it is destroyed.
    class Flight {
      public:
        Flight(SingleFlight& owner, std::string key) : owner_(&owner), key_(std::move(key)) {}
        Flight(Flight&& other) noexcept
            : owner_(std::exchange(other.owner_, nullptr)), key_(std::move(other.key_)) {}
        Flight& operator=(Flight&&) = delete;
        ~Flight() {
            if (owner_ != nullptr) owner_->end(key_);
        }

      private:
        SingleFlight* owner_;
        std::string key_;
    };

    /// Waits until no other thread holds a flight of this key, then returns one. Returns nothing
    /// once `cancel`, where it is not null, has become true.
    std::optional<Flight> take(const std::string& key, const std::atomic<bool>* cancel) {
        std::unique_lock lock(mutex_);
        if (!wait_unless(cancel, ended_, lock, [&] { return !held_.contains(key); }))
            return std::nullopt;
        held_.insert(key);
        return std::optional<Flight>(std::in_place, *this, key);
    }

  private:
    void end(const std::string& key) {
        {
            const std::lock_guard lock(mutex_);
            held_.erase(key);
        }
        ended_.notify_all();
    }

    std::mutex mutex_;
    std::condition_variable ended_;
    std::set<std::string> held_;
};

}  // namespace weft

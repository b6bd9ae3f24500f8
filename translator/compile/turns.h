// Letting one thread at a time make what a key stands for.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>

#include "compile/wait_unless.h"

namespace weft {

/// Of threads that want the same at once the first makes it, and the others then find it made.
class Turns {
  public:
    /// Ends when it goes.
    class Turn {
      public:
        Turn(Turns& turns, std::string key) : turns_(&turns), key_(std::move(key)) {}
        Turn(Turn&& other) noexcept
            : turns_(std::exchange(other.turns_, nullptr)), key_(std::move(other.key_)) {}
        Turn& operator=(Turn&&) = delete;
        ~Turn() {
            if (turns_ != nullptr) turns_->end(key_);
        }

      private:
        Turns* turns_;
        std::string key_;
    };

    /// Waits for the turns of others with the same key. Nothing soon after `cancel`, if not null,
    /// has become true.
    std::optional<Turn> take(const std::string& key, const std::atomic<bool>* cancel) {
        std::unique_lock lock(mutex_);
        if (!wait_unless(cancel, ended_, lock, [&] { return !taken_.contains(key); }))
            return std::nullopt;
        taken_.insert(key);
        return std::optional<Turn>(std::in_place, *this, key);
    }

  private:
    void end(const std::string& key) {
        {
            const std::lock_guard lock(mutex_);
            taken_.erase(key);
        }
        ended_.notify_all();
    }

    std::mutex mutex_;
    std::condition_variable ended_;
    std::set<std::string> taken_;
};

}  // namespace weft

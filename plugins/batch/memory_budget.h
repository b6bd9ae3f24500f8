// Bytes that frames in flight may take together.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <utility>

namespace weft {

/// Shares a number of bytes among threads; 0: as many as anyone likes.
class MemoryBudget {
  public:
    explicit MemoryBudget(std::size_t limit) : limit_(limit) {}

    std::size_t limit() const { return limit_; }
    bool ever_fits(std::size_t bytes) const { return limit_ == 0 || bytes <= limit_; }

    /// Waits until `bytes`, which ever_fits(), are free.
    void take(std::size_t bytes) {
        if (limit_ == 0) return;
        std::unique_lock lock(mutex_);
        freed_.wait(lock, [&] { return taken_ + bytes <= limit_; });
        taken_ += bytes;
    }

    void give_back(std::size_t bytes) {
        if (limit_ == 0) return;
        const std::lock_guard lock(mutex_);
        taken_ -= bytes;
        freed_.notify_all();
    }

  private:
    const std::size_t limit_;
    std::mutex mutex_;
    std::condition_variable freed_;
    std::size_t taken_ = 0;
};

/// A part of a budget, given back when it goes.
class MemoryShare {
  public:
    MemoryShare() = default;
    MemoryShare(MemoryBudget& budget, std::size_t bytes) : budget_(&budget), bytes_(bytes) {
        budget.take(bytes);
    }
    MemoryShare(MemoryShare&& other) noexcept
        : budget_(std::exchange(other.budget_, nullptr)), bytes_(other.bytes_) {}
    MemoryShare& operator=(MemoryShare&& other) noexcept {
        std::swap(budget_, other.budget_);
        std::swap(bytes_, other.bytes_);
        return *this;
    }
    ~MemoryShare() {
        if (budget_ != nullptr) budget_->give_back(bytes_);
    }

  private:
    MemoryBudget* budget_ = nullptr;
    std::size_t bytes_ = 0;
};

}  // namespace weft

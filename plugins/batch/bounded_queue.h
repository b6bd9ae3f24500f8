// A queue between stages of a pipeline: whoever is faster waits.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

namespace weft {

/// From any number of threads to any number of threads, in order. Holds at most `capacity` items.
template <class T>
class BoundedQueue {
  public:
    explicit BoundedQueue(std::size_t capacity) : capacity_(capacity) {}

    /// Waits for room. False when the queue was closed: `item` is then dropped.
    bool push(T item) {
        std::unique_lock lock(mutex_);
        room_.wait(lock, [&] { return closed_ || items_.size() < capacity_; });
        if (closed_) return false;
        items_.push_back(std::move(item));
        filled_.notify_one();
        return true;
    }

    /// Waits for an item. Nothing once the queue is closed and empty.
    std::optional<T> pop() {
        std::unique_lock lock(mutex_);
        filled_.wait(lock, [&] { return closed_ || !items_.empty(); });
        if (items_.empty()) return std::nullopt;
        T item = std::move(items_.front());
        items_.pop_front();
        room_.notify_one();
        return item;
    }

    /// Nothing more comes in; what is there can still be taken.
    void close() {
        const std::lock_guard lock(mutex_);
        closed_ = true;
        room_.notify_all();
        filled_.notify_all();
    }

  private:
    const std::size_t capacity_;
    std::mutex mutex_;
    std::condition_variable room_, filled_;
    std::deque<T> items_;
    bool closed_ = false;
};

}  // namespace weft

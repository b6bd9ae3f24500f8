// A thread that works on the latest of its requests: what that replaces is cancelled.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace weft::editor {

template <class Request>
class LatestWork {
  public:
    /// Called in the thread, for one request at a time. `number` tells its answers from those of
    /// others; `cancel` becomes true once nobody wants them.
    using Work =
        std::function<void(const Request& request, int number, const std::atomic<bool>& cancel)>;

    explicit LatestWork(Work work) : work_(std::move(work)), thread_([this] { run(); }) {}
    /// Cancels and waits.
    ~LatestWork() {
        {
            const std::lock_guard lock(mutex_);
            stop_ = true;
            cancel_->store(true);
        }
        changed_.notify_one();
        thread_.join();
    }
    LatestWork(const LatestWork&) = delete;
    LatestWork& operator=(const LatestWork&) = delete;

    /// Returns at once.
    void request(Request request) { replace(std::move(request)); }
    /// Forgets the latest request.
    void cancel() { replace(std::nullopt); }
    bool is_latest(int number) const {
        const std::lock_guard lock(mutex_);
        return number == number_;
    }

  private:
    void replace(std::optional<Request> request) {
        {
            const std::lock_guard lock(mutex_);
            cancel_->store(true);
            cancel_ = std::make_shared<std::atomic<bool>>(false);
            waiting_ = std::move(request);
            ++number_;
        }
        changed_.notify_one();
    }

    void run() {
        while (true) {
            std::optional<Request> request;
            std::shared_ptr<std::atomic<bool>> cancel;
            int number = 0;
            {
                std::unique_lock lock(mutex_);
                changed_.wait(lock, [this] { return stop_ || waiting_; });
                if (stop_) return;
                request = std::exchange(waiting_, std::nullopt);
                cancel = cancel_;
                number = number_;
            }
            work_(*request, number, *cancel);
        }
    }

    const Work work_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    // Guarded:
    std::optional<Request> waiting_;
    std::shared_ptr<std::atomic<bool>> cancel_ = std::make_shared<std::atomic<bool>>(false);
    int number_ = 0;
    bool stop_ = false;

    std::thread thread_;  // last: it uses the others
};

}  // namespace weft::editor

// Counts the work of a run, in rows or tasks, and reports each hundredth of it; polls cancellation.
#pragma once

#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

#include "runtime/executor.h"

namespace weft {

/// One per run, made in the run's own thread. All members may be called from any thread.
class Progress {
  public:
    Progress(const RunControl& control, long long total)
        : control_(control), total_(total > 0 ? total : 1) {}

    bool cancelled() const {
        return control_.cancel && control_.cancel->load(std::memory_order_relaxed);
    }

    /// Adds `count`; calls control.progress when another hundredth is complete.
    void done(long long count) {
        if (!control_.progress) return;
        const std::lock_guard lock(mutex_);
        done_ += count;
        const long long percent = done_ >= total_ ? 100 : done_ * 100 / total_;
        if (percent <= reported_) return;
        reported_ = percent;
        report();
    }

    /// To be called within long pieces of work: repeats the last report where it is kPeriod old.
    /// Does nothing in threads other than the run's own.
    void in_between() {
        if (!control_.progress || std::this_thread::get_id() != thread_) return;
        if (Clock::now() < due_.load(std::memory_order_relaxed)) return;
        const std::lock_guard lock(mutex_);
        report();
    }

    static Error cancelled_error() { return {ErrorKind::kCancelled, "cancelled"}; }

  private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::milliseconds kPeriod{20};

    void report() {
        control_.progress(static_cast<double>(reported_) / 100.0);
        due_.store(Clock::now() + kPeriod, std::memory_order_relaxed);
    }

    const RunControl& control_;
    const std::thread::id thread_ = std::this_thread::get_id();
    std::mutex mutex_;
    std::atomic<Clock::time_point> due_{Clock::now() + kPeriod};
    long long total_, done_ = 0, reported_ = 0;
};

}  // namespace weft

// Counts the work done, in rows or tasks, reports progress sparingly, and hears cancellation.
#pragma once

#include <mutex>

#include "runtime/executor.h"

namespace weft {

/// One per run; done() may be called from any thread.
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
        control_.progress(static_cast<double>(percent) / 100.0);
    }

    static Error cancelled_error() { return {ErrorKind::kCancelled, "cancelled"}; }

  private:
    const RunControl& control_;
    std::mutex mutex_;
    long long total_, done_ = 0, reported_ = 0;
};

}  // namespace weft

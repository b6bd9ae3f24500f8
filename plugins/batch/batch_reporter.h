// What becomes of a batch: counted, timed, and told to a listener.
#pragma once

#include <chrono>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "batch/events.h"
#include "engine/engine.h"

namespace weft {

/// Used by all threads of a batch. Events are told one at a time.
class BatchReporter {
  public:
    /// The batch, of `total` frames, begins now.
    BatchReporter(const BatchListener& listen, std::size_t total);

    /// Seconds since it began.
    double now() const;

    void tell(const BatchEvent& event);

    /// Tells a note, the first about each thing: of a sequence every frame has the same.
    void note(const std::string& about, const std::string& text);

    /// Tells of a stage that began at `begin` and ends now; the seconds it took.
    double span(const FrameTask& task, const char* stage, int worker, double begin,
                std::vector<KernelTimes> kernels = {});

    /// Counts a frame that is done with, and tells of it.
    void conclude(FrameEnd end);

    /// A frame's trouble ends the batch: no other is begun. The first is what is told.
    void stop(const Error& error);

    /// Tells the last events; `cancelled`: the user asked to stop.
    BatchEnd finish(const CompileStatistics& statistics, bool cancelled);

  private:
    using Clock = std::chrono::steady_clock;

    const BatchListener& listen_;
    const Clock::time_point begin_ = Clock::now();
    std::mutex mutex_;  // all below, and the listener
    std::set<std::string> noted_;
    BatchEnd end_;
    // Of the earliest frame that failed: which is heard of first is a matter of timing.
    std::optional<Error> failure_;
    int failed_frame_ = 0;
};

}  // namespace weft

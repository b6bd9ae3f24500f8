#include "batch/batch_reporter.h"

#include <algorithm>
#include <utility>

namespace weft {
namespace {

std::size_t done_of(const BatchEnd& e) {
    return e.rendered + e.complete + e.kept + e.placeholders + e.failed;
}

/// `all`, with one more frame.
void count(const FrameEnd& end, BatchEnd& all) {
    switch (end.state) {
        case FrameState::kRendered: ++all.rendered; break;
        case FrameState::kComplete: ++all.complete; break;
        case FrameState::kKept: ++all.kept; break;
        case FrameState::kPlaceholder: ++all.placeholders; break;
        case FrameState::kFailed: ++all.failed; break;
        case FrameState::kCancelled: break;
    }
    if (end.error) all.failures.push_back(end.task.frame);
    if (!end.computation.device.empty()) all.device = end.computation.device;
    all.seconds += end.seconds;
}

}  // namespace

BatchReporter::BatchReporter(const BatchListener& listen, std::size_t total) : listen_(listen) {
    end_.total = total;
}

double BatchReporter::now() const {
    return std::chrono::duration<double>(Clock::now() - begin_).count();
}

void BatchReporter::tell(const BatchEvent& event) {
    const std::lock_guard lock(mutex_);
    listen_(event);
}

void BatchReporter::note(const std::string& about, const std::string& text) {
    const std::lock_guard lock(mutex_);
    if (noted_.insert(about).second) listen_(BatchNote{text});
}

double BatchReporter::span(const FrameTask& task, const char* stage, int worker, double begin,
                           std::vector<KernelTimes> kernels) {
    const double end = now();
    tell(StageSpan{task, stage, worker, begin, end, std::move(kernels)});
    return end - begin;
}

void BatchReporter::conclude(FrameEnd end) {
    const std::lock_guard lock(mutex_);
    count(end, end_);
    if (end.error && (!failure_ || end.task.frame < failed_frame_)) {
        failure_ = end.error;
        failed_frame_ = end.task.frame;
    }
    end.done = done_of(end_);
    end.total = end_.total;
    end.elapsed = now();
    // Frames that were there already say nothing about those to come.
    if (end_.rendered > 0)
        end.remaining = end.elapsed / static_cast<double>(end_.rendered) *
                        static_cast<double>(end.total - end.done);
    listen_(end);
}

void BatchReporter::stop(const Error& error) {
    const std::lock_guard lock(mutex_);
    end_.stopped = true;
    if (!end_.error) end_.error = error;
}

BatchEnd BatchReporter::finish(const CompileStatistics& statistics, bool cancelled) {
    const std::lock_guard lock(mutex_);
    end_.compiled = statistics.compiled;
    end_.from_cache = statistics.from_cache;
    end_.elapsed = now();
    end_.cancelled = cancelled && done_of(end_) < end_.total;
    if (!end_.error) end_.error = failure_;
    std::sort(end_.failures.begin(), end_.failures.end());
    end_.failures.erase(std::unique(end_.failures.begin(), end_.failures.end()),
                        end_.failures.end());
    for (const std::string& note : statistics.notes) listen_(BatchNote{note});
    listen_(end_);
    return end_;
}

}  // namespace weft

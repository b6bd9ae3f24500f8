// The pipeline: threads that read, compute and write, with short queues between them.
#include "batch/batch.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <thread>

#include <fmt/format.h>

#include "batch/bounded_queue.h"
#include "batch/frame_range.h"
#include "batch/frame_stages.h"
#include "batch/guarded.h"
#include "batch/placeholder.h"
#include "batch/stopped.h"
#include "graph/frame_reaches.h"

namespace weft {
namespace {

/// Whether an error is a frame's own: the next frame may well succeed.
bool is_of_frame(ErrorKind kind) {
    return kind == ErrorKind::kInput || kind == ErrorKind::kMemory || kind == ErrorKind::kUsage ||
           kind == ErrorKind::kDocument;
}

/// Threads for each stage. Frames go from one to the next; what fails leaves the way.
class Pipeline {
  public:
    Pipeline(const BatchJob& job, const BatchOptions& options, BatchReporter& reporter)
        : computers_(std::max(1, options.parallel_frames)),
          range_(frame_reaches(job.graph, job.library)),
          memory_(job, options, range_, preparing_),
          work_{job, options, reporter, memory_},
          to_compute_(static_cast<std::size_t>(computers_)),
          to_write_(static_cast<std::size_t>(computers_)) {}

    void run() {
        if (work_.job.tasks.size() == 1) return run_one();
        // Many codecs use one thread: as many pictures as there are threads, but four at most,
        // since each is held in memory.
        const int others = std::clamp(computers_ * work_.job.engine.options().threads, 1, 4);
        std::vector<std::thread> readers = start(others, 0, &Pipeline::read_all);
        std::vector<std::thread> workers = start(computers_, others, &Pipeline::compute_all);
        std::vector<std::thread> writers = start(others, others + computers_, &Pipeline::write_all);
        for (std::thread& thread : readers) thread.join();
        to_compute_.close();
        for (std::thread& thread : workers) thread.join();
        to_write_.close();
        for (std::thread& thread : writers) thread.join();
    }

  private:
    /// Nothing overlaps: no thread is worth starting.
    void run_one() {
        read_all(0);
        to_compute_.close();
        compute_all(1);
        to_write_.close();
        write_all(2);
    }

    /// `count` threads for a stage; workers are numbered from `first` on.
    std::vector<std::thread> start(int count, int first, void (Pipeline::*stage)(int worker)) {
        std::vector<std::thread> threads;
        for (int i = 0; i < count; ++i) threads.emplace_back(stage, this, first + i);
        return threads;
    }

    /// The next frame to begin; null: none.
    const FrameTask* next() {
        if (stopping_ || is_cancelled(work_.options)) return nullptr;
        const std::size_t i = next_++;
        return i < work_.job.tasks.size() ? &work_.job.tasks[i] : nullptr;
    }

    void read_all(int worker) {
        while (const FrameTask* task = next()) {
            Frame frame;
            frame.end.task = *task;
            const Result<bool> begun = guarded([&] { return read_stage(work_, frame, worker); });
            if (!begun)
                fail(std::move(frame), begun.error());
            else if (*begun)
                to_compute_.push(std::move(frame));
            else
                work_.reporter.conclude(std::move(frame.end));
        }
    }

    void compute_all(int worker) {
        PreparedFrames kernels(work_.job.engine, work_.job.library, range_, preparing_,
                               memory_.limit() > 0);
        while (std::optional<Frame> frame = to_compute_.pop()) {
            const auto stage = frame->share.in_bands ? banded_stage : compute_stage;
            const Status done = guarded([&] { return stage(work_, *frame, kernels, worker); });
            if (!done)
                fail(*std::move(frame), done.error());
            else if (frame->share.in_bands)
                succeed(*std::move(frame));
            else
                to_write_.push(*std::move(frame));
        }
    }

    void write_all(int worker) {
        while (std::optional<Frame> frame = to_write_.pop()) {
            const Status done = guarded([&] { return write_stage(work_, *frame, worker); });
            if (!done)
                fail(*std::move(frame), done.error(), false);
            else
                succeed(*std::move(frame));
        }
    }

    void succeed(Frame frame) {
        frame.end.state = frame.placeholder ? FrameState::kPlaceholder : FrameState::kRendered;
        work_.reporter.conclude(std::move(frame.end));
    }

    /// `replaceable`: a placeholder may still be sent to the writers.
    void fail(Frame frame, const Error& error, bool replaceable = true) {
        FrameEnd& end = frame.end;
        if (error.kind == ErrorKind::kCancelled) {
            end.state = FrameState::kCancelled;
            return work_.reporter.conclude(std::move(end));
        }
        // A placeholder that cannot be written: the first reason stays.
        if (!end.error) end.error = error;
        const OnError policy = work_.options.on_error;
        const bool may_go_on = policy != OnError::kStop && is_of_frame(error.kind);
        if (may_go_on && policy == OnError::kPlaceholder && replaceable) {
            Result<FramePixels> pixels =
                guarded([&] { return placeholder_for(end.task, work_.job, work_.options); });
            if (pixels) {
                frame.out = *std::move(pixels);
                frame.inputs.clear();
                frame.placeholder = true;
                to_write_.push(std::move(frame));
                return;
            }
            end.error->message += "; nor could a placeholder be made: " + pixels.error().message;
        }
        end.state = FrameState::kFailed;
        if (!may_go_on) {
            stopping_ = true;
            work_.reporter.stop(*end.error);
        }
        work_.reporter.conclude(std::move(end));
    }

    const int computers_;
    std::mutex preparing_;
    const std::vector<Graph> range_;
    FrameMemory memory_;
    const BatchWork work_;
    BoundedQueue<Frame> to_compute_, to_write_;
    std::atomic<std::size_t> next_{0};
    std::atomic<bool> stopping_{false};
};

/// Removes what a killed run left, where that is asked for.
void clean_up(const BatchJob& job, const BatchOptions& options, BatchReporter& reporter) {
    if (!options.resume) return;
    std::vector<std::string> targets;
    for (const FrameTask& task : job.tasks)
        targets.insert(targets.end(), task.outputs.begin(), task.outputs.end());
    if (const int removed = remove_abandoned(targets); removed > 0)
        reporter.tell(BatchNote{fmt::format("removed {} half-written file{} of an earlier run",
                                            removed, removed == 1 ? "" : "s")});
}

BatchStart start_of(const BatchJob& job, const BatchOptions& options) {
    std::vector<int> frames;
    for (const FrameTask& task : job.tasks)
        if (frames.empty() || frames.back() != task.frame) frames.push_back(task.frame);
    const EngineOptions& engine = job.engine.options();
    return {job.graph.name,        engine.device,  job.tasks.size(),
            format_frames(frames), engine.threads, std::max(1, options.parallel_frames),
            options.memory};
}

}  // namespace

BatchEnd run_batch(const BatchJob& job, const BatchOptions& options, const BatchListener& listen) {
    BatchReporter reporter(listen, job.tasks.size());
    clean_up(job, options, reporter);
    reporter.tell(start_of(job, options));
    FixedPictures fixed(
        job.io, options.fix_nan, [&](const std::string& path, std::size_t replaced) {
            reporter.tell(BatchNote{
                fmt::format("replaced {} sample{} of '{}' by {}: NaN or infinite", replaced,
                            replaced == 1 ? "" : "s", path, name_of(options.fix_nan))});
        });
    const BatchJob finite{job.graph, job.library, job.engine, fixed, job.tasks};
    Pipeline(finite, options, reporter).run();
    return reporter.finish(job.engine.statistics(), is_cancelled(options));
}

}  // namespace weft

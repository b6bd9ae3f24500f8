// The pipeline: threads that read, compute and write, with short queues between them.
#include "batch/batch.h"

#include <algorithm>
#include <exception>
#include <mutex>
#include <new>
#include <set>
#include <thread>

#include <fmt/format.h>

#include "batch/banded_frame.h"
#include "batch/bounded_queue.h"
#include "batch/frame_range.h"
#include "batch/frame_stages.h"
#include "batch/memory_budget.h"
#include "batch/prepared_frames.h"
#include "graph/frame_reaches.h"
#include "pictures/output_file.h"

namespace weft {
namespace {

using Clock = std::chrono::steady_clock;

/// A frame on its way through the stages.
struct Frame {
    FrameEnd end;
    Graph still;
    std::vector<LoadedPicture> inputs;
    FramePixels out;
    MemoryShare memory;
    bool placeholder = false;
    bool in_bands = false;  ///< it is read when it is computed, and written at once
};

/// Whether an error is a frame's own: the next frame may well succeed.
bool is_of_frame(ErrorKind kind) {
    return kind == ErrorKind::kInput || kind == ErrorKind::kMemory || kind == ErrorKind::kUsage ||
           kind == ErrorKind::kDocument;
}

std::vector<ImageShape> shapes_of(const std::vector<LoadedPicture>& inputs) {
    std::vector<ImageShape> shapes;
    for (const LoadedPicture& input : inputs)
        shapes.push_back({input.view.domain, input.view.planes});
    return shapes;
}

std::vector<PictureInfo> infos_of(const std::vector<LoadedPicture>& inputs) {
    std::vector<PictureInfo> infos;
    for (const LoadedPicture& input : inputs) infos.push_back(input.info);
    return infos;
}

bool compares(const BatchOptions& options) { return options.skip_complete || options.resume; }

/// What decides, before a pixel is read, whether a frame is rendered; nothing: it is.
Result<std::optional<FrameState>> look_ahead(const BatchJob& job, const BatchOptions& options,
                                             const Graph& still, const FrameTask& task) {
    if (compares(options)) {
        const Result<std::vector<std::string>> made =
            fingerprints(still, job.library, options.settings, task);
        if (!made) return made.error();
        if (outputs_on_disk(task, *made, job.io, options.cancel) == OnDisk::kComplete)
            return std::optional(FrameState::kComplete);
    }
    if (options.keep_existing &&
        outputs_on_disk(task, {}, job.io, options.cancel) != OnDisk::kNothing)
        return std::optional(FrameState::kKept);
    return std::optional<FrameState>();
}

class Batch {
  public:
    Batch(const BatchJob& job, const BatchOptions& options, const BatchListener& listen)
        : job_(job),
          options_(options),
          listen_(listen),
          budget_(options.memory == 0
                      ? 0
                      : std::max(options.memory, options.overhead + 1) - options.overhead),
          range_(frame_reaches(job.graph, job.library)),
          sizes_(job.engine, job.library, range_, preparing_, true),
          to_compute_(static_cast<std::size_t>(computers())),
          to_write_(static_cast<std::size_t>(computers())) {}

    BatchEnd run() {
        start();
        std::vector<std::thread> readers, workers, writers;
        // Many codecs use one thread: as many pictures as there are threads, but four at most,
        // since each is held in memory.
        const int others = std::clamp(computers() * job_.engine.options().threads, 1, 4);
        int id = 0;
        for (int i = 0; i < others; ++i) readers.emplace_back([this, w = id++] { read_all(w); });
        for (int i = 0; i < computers(); ++i)
            workers.emplace_back([this, w = id++] { compute_all(w); });
        for (int i = 0; i < others; ++i) writers.emplace_back([this, w = id++] { write_all(w); });
        for (std::thread& thread : readers) thread.join();
        to_compute_.close();
        for (std::thread& thread : workers) thread.join();
        to_write_.close();
        for (std::thread& thread : writers) thread.join();
        return finish();
    }

  private:
    int computers() const { return std::max(1, options_.parallel_frames); }
    double now() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }
    bool cancelled() const { return options_.cancel != nullptr && options_.cancel->load(); }

    void start() {
        if (options_.resume) {
            std::vector<std::string> targets;
            for (const FrameTask& task : job_.tasks)
                targets.insert(targets.end(), task.outputs.begin(), task.outputs.end());
            if (const int removed = remove_abandoned(targets); removed > 0)
                tell(BatchNote{fmt::format("removed {} half-written file{} of an earlier run",
                                           removed, removed == 1 ? "" : "s")});
        }
        std::vector<int> frames;
        for (const FrameTask& task : job_.tasks)
            if (frames.empty() || frames.back() != task.frame) frames.push_back(task.frame);
        const EngineOptions& engine = job_.engine.options();
        tell(BatchStart{job_.graph.name, engine.device, job_.tasks.size(), format_frames(frames),
                        engine.threads, computers(), options_.memory});
        end_.total = job_.tasks.size();
    }

    // --- reading

    void read_all(int worker) {
        for (;;) {
            Frame frame;
            {
                const std::lock_guard lock(mutex_);
                if (stopping_ || cancelled() || next_ == job_.tasks.size()) return;
                frame.end.task = job_.tasks[next_++];
            }
            const Result<bool> read = guarded([&] { return read_one(frame, worker); });
            if (!read)
                fail(std::move(frame), read.error());
            else if (*read)
                to_compute_.push(std::move(frame));
        }
    }

    /// False when there is nothing to do for the frame, which has then been told.
    Result<bool> read_one(Frame& frame, int worker) {
        const double begin = now();
        const FrameTask& task = frame.end.task;
        Result<Graph> still = at_frame(job_.graph, job_.library, task.frame);
        if (!still) return still.error();
        frame.still = *std::move(still);
        const Result<std::optional<FrameState>> known =
            look_ahead(job_, options_, frame.still, task);
        if (!known) return known.error();
        if (cancelled()) return Error{ErrorKind::kCancelled, "stopped"};
        if (*known) {
            frame.end.state = **known;
            conclude(std::move(frame.end));
            return false;
        }
        // The record is taken before the pixels are: an input that changes meanwhile tells later.
        const Result<std::vector<std::string>> made =
            fingerprints(frame.still, job_.library, options_.settings, task);
        if (!made) return made.error();
        for (const std::string& one : *made)
            frame.out.software.push_back(software_text(options_.settings, job_.graph.name, one));
        if (budget_.limit() > 0)
            if (Status s = take_memory(frame); !s) return s.error();
        if (frame.in_bands) return true;
        Result<std::vector<LoadedPicture>> inputs = read_frame(task, job_.io, options_);
        if (!inputs) return inputs.error();
        frame.inputs = *std::move(inputs);
        Result<std::vector<OutputPlan>> plans =
            plan_frame(task, frame.still, job_.library, options_, infos_of(frame.inputs));
        if (!plans) return plans.error();
        frame.out.plans = *std::move(plans);
        frame.end.seconds.read = span(frame, "read", worker, begin);
        return true;
    }

    Status take_memory(Frame& frame) {
        const FrameTask& task = frame.end.task;
        Result<std::vector<PictureInfo>> infos = read_headers(task, job_.io, options_);
        if (!infos) return infos.error();
        const Result<std::vector<OutputPlan>> plans =
            plan_frame(task, frame.still, job_.library, options_, *infos);
        if (!plans) return plans.error();
        const Result<std::size_t> scratch = scratch_of(frame.still, *infos, *plans);
        if (!scratch) return scratch.error();
        std::size_t bytes = frame_bytes(*infos, *plans, job_.engine.options().threads) + *scratch;
        frame.in_bands = !budget_.ever_fits(bytes);
        // Bands are made for all there is: the frame waits until no other is in hand.
        if (frame.in_bands) bytes = budget_.limit();
        frame.memory = MemoryShare(budget_, bytes);
        return {};
    }

    /// Of the kernels that compute a frame.
    Result<std::size_t> scratch_of(const Graph& still, const std::vector<PictureInfo>& infos,
                                   const std::vector<OutputPlan>& plans) {
        std::vector<ImageShape> shapes;
        for (const PictureInfo& info : infos)
            shapes.push_back({info.data_window, static_cast<int>(info.channels.size())});
        std::vector<Rect> regions;
        for (const OutputPlan& plan : plans) regions.push_back(plan.region);
        const std::lock_guard lock(sizing_);
        const Result<Prepared*> prepared = sizes_.get(still, shapes, regions);
        if (!prepared) return prepared.error();
        return (*prepared)->scratch_bytes();
    }

    // --- computing

    void compute_all(int worker) {
        PreparedFrames prepared(job_.engine, job_.library, range_, preparing_, budget_.limit() > 0);
        while (std::optional<Frame> frame = to_compute_.pop()) {
            if (frame->in_bands) {
                render_banded(*std::move(frame), prepared, worker);
                continue;
            }
            const Status done = guarded([&] { return compute_one(*frame, prepared, worker); });
            if (!done)
                fail(*std::move(frame), done.error());
            else
                to_write_.push(*std::move(frame));
        }
    }

    Status compute_one(Frame& frame, PreparedFrames& all, int worker) {
        if (cancelled()) return Error{ErrorKind::kCancelled, "stopped"};
        const double begin = now();
        std::vector<Rect> regions;
        for (const OutputPlan& plan : frame.out.plans) {
            regions.push_back(plan.region);
            Result<OutputPixels> pixels = allocate_output(plan);
            if (!pixels) return pixels.error();
            frame.out.pixels.push_back(*std::move(pixels));
        }
        Result<Prepared*> prepared = all.get(frame.still, shapes_of(frame.inputs), regions);
        if (!prepared) return prepared.error();
        frame.end.seconds.prepare = span(frame, "prepare", worker, begin);
        std::vector<PictureView> from, to;
        for (const LoadedPicture& input : frame.inputs) from.push_back(input.view);
        for (const OutputPixels& output : frame.out.pixels) to.push_back(output.computed);
        const double computing = now();
        Status status = (*prepared)->run(from, to, {options_.cancel, {}});
        if (cancelled()) return Error{ErrorKind::kCancelled, "stopped"};
        if (!status) return status;
        frame.end.seconds.compute =
            span(frame, "compute", worker, computing, (*prepared)->kernel_times());
        const std::lock_guard lock(mutex_);
        end_.device = (*prepared)->device();
        return {};
    }

    void render_banded(Frame frame, PreparedFrames& prepared, int worker) {
        const double begin = now();
        const BandListener computed = [&](double seconds, std::vector<KernelTimes> kernels) {
            span(frame, "compute", worker, now() - seconds, std::move(kernels));
        };
        const Result<std::string> done = guarded([&]() -> Result<std::string> {
            if (cancelled()) return Error{ErrorKind::kCancelled, "stopped"};
            return render_in_bands(job_, options_, frame.end.task, frame.still, frame.out.software,
                                   budget_.limit(), prepared, frame.end.seconds, computed);
        });
        if (!done) return fail(std::move(frame), done.error());
        span(frame, "bands", worker, begin);
        {
            const std::lock_guard lock(mutex_);
            end_.device = *done;
        }
        frame.end.state = FrameState::kRendered;
        frame.memory = MemoryShare();
        conclude(std::move(frame.end));
    }

    // --- writing

    void write_all(int worker) {
        while (std::optional<Frame> frame = to_write_.pop()) {
            if (cancelled()) {
                fail(*std::move(frame), {ErrorKind::kCancelled, "stopped"}, false);
                continue;
            }
            const double begin = now();
            const PictureInfo* source =
                frame->inputs.empty() ? nullptr : &frame->inputs.front().info;
            const Status written = guarded([&] {
                return write_frame(frame->end.task, frame->out, source, job_.io, options_);
            });
            frame->end.seconds.write = span(*frame, "write", worker, begin);
            if (!written) {
                fail(*std::move(frame), written.error(), false);
                continue;
            }
            frame->end.state =
                frame->placeholder ? FrameState::kPlaceholder : FrameState::kRendered;
            conclude(std::move(frame->end));
        }
    }

    // --- what became of it

    /// `replaceable`: a placeholder may still be sent to the writers.
    void fail(Frame frame, const Error& error, bool replaceable = true) {
        FrameEnd& end = frame.end;
        if (error.kind == ErrorKind::kCancelled) {
            end.state = FrameState::kCancelled;
            return conclude(std::move(end));
        }
        // A placeholder that cannot be written: the first reason stays.
        if (!end.error) end.error = error;
        const bool may_go_on = options_.on_error != OnError::kStop && is_of_frame(error.kind);
        if (may_go_on && options_.on_error == OnError::kPlaceholder && replaceable) {
            Result<FramePixels> pixels = guarded([&] { return placeholder(frame); });
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
            const std::lock_guard lock(mutex_);
            stopping_ = true;
            end_.stopped = true;
            if (!end_.error) end_.error = end.error;
        }
        conclude(std::move(end));
    }

    /// As large as the frame's own header says; else as the nearest frame's that has one.
    Result<FramePixels> placeholder(const Frame& frame) {
        const FrameTask& task = frame.end.task;
        std::vector<const FrameTask*> near;
        for (const FrameTask& other : job_.tasks)
            if (other.view == task.view) near.push_back(&other);
        std::stable_sort(near.begin(), near.end(), [&](const FrameTask* a, const FrameTask* b) {
            return std::abs(a->frame - task.frame) < std::abs(b->frame - task.frame);
        });
        const Result<Graph> still = at_frame(job_.graph, job_.library, task.frame);
        if (!still) return still.error();
        for (const FrameTask* other : near) {
            const Result<std::vector<PictureInfo>> infos = read_headers(*other, job_.io, options_);
            if (!infos) continue;
            Result<std::vector<OutputPlan>> plans =
                plan_frame(task, *still, job_.library, options_, *infos);
            if (!plans) continue;
            return placeholder_pixels(*std::move(plans),
                                      placeholder_text(options_.settings, job_.graph.name));
        }
        return Error{ErrorKind::kInput, "no frame of the sequence says how large it is"};
    }

    void conclude(FrameEnd end) {
        const std::lock_guard lock(mutex_);
        switch (end.state) {
            case FrameState::kRendered: ++end_.rendered; break;
            case FrameState::kComplete: ++end_.complete; break;
            case FrameState::kKept: ++end_.kept; break;
            case FrameState::kPlaceholder: ++end_.placeholders; break;
            case FrameState::kFailed: ++end_.failed; break;
            case FrameState::kCancelled: break;
        }
        if (end.error) {
            end_.failures.push_back(end.task.frame);
            if (!failure_ || end.task.frame < failed_frame_) {
                failure_ = end.error;
                failed_frame_ = end.task.frame;
            }
        }
        end_.seconds += end.seconds;
        end.done = end_.rendered + end_.complete + end_.kept + end_.placeholders + end_.failed;
        end.total = end_.total;
        end.elapsed = now();
        // Frames that were there already say nothing about those to come.
        if (end_.rendered > 0)
            end.remaining = end.elapsed / static_cast<double>(end_.rendered) *
                            static_cast<double>(end.total - end.done);
        listen_(end);
    }

    double span(const Frame& frame, const char* stage, int worker, double begin,
                std::vector<KernelTimes> kernels = {}) {
        const double end = now();
        tell(StageSpan{frame.end.task, stage, worker, begin, end, std::move(kernels)});
        return end - begin;
    }

    void tell(const BatchEvent& event) {
        const std::lock_guard lock(mutex_);
        listen_(event);
    }

    BatchEnd finish() {
        const std::lock_guard lock(mutex_);
        const CompileStatistics statistics = job_.engine.statistics();
        end_.compiled = statistics.compiled;
        end_.from_cache = statistics.from_cache;
        end_.elapsed = now();
        const std::size_t done =
            end_.rendered + end_.complete + end_.kept + end_.placeholders + end_.failed;
        end_.cancelled = cancelled() && done < end_.total;
        if (!end_.error) end_.error = failure_;
        std::sort(end_.failures.begin(), end_.failures.end());
        end_.failures.erase(std::unique(end_.failures.begin(), end_.failures.end()),
                            end_.failures.end());
        for (const std::string& note : statistics.notes) listen_(BatchNote{note});
        listen_(end_);
        return end_;
    }

    /// `work`, with what it throws as an error: no exception may end a thread.
    template <class Work>
    auto guarded(Work work) -> decltype(work()) {
        try {
            return work();
        } catch (const std::bad_alloc&) {
            return Error{ErrorKind::kMemory,
                         "out of memory; free some, compute fewer frames at a time "
                         "(--parallel-frames), or a part with --roi"};
        } catch (const std::exception& e) {
            return Error{ErrorKind::kInternal,
                         fmt::format("{}; this is a bug of Weft, please report it", e.what())};
        }
    }

    const BatchJob& job_;
    const BatchOptions& options_;
    const BatchListener& listen_;
    const Clock::time_point begin_ = Clock::now();
    MemoryBudget budget_;
    std::mutex preparing_, sizing_;
    const std::vector<Graph> range_;
    PreparedFrames sizes_;
    BoundedQueue<Frame> to_compute_, to_write_;
    std::mutex mutex_;  // all below, and the listener
    std::size_t next_ = 0;
    bool stopping_ = false;
    // Of the earliest frame that failed: which is heard of first is a matter of timing.
    std::optional<Error> failure_;
    int failed_frame_ = 0;
    BatchEnd end_;
};

}  // namespace

BatchEnd run_batch(const BatchJob& job, const BatchOptions& options, const BatchListener& listen) {
    return Batch(job, options, listen).run();
}

std::vector<FrameEnd> foresee_batch(const BatchJob& job, const BatchOptions& options) {
    std::vector<FrameEnd> ends;
    for (const FrameTask& task : job.tasks) {
        FrameEnd end;
        end.task = task;
        const auto see = [&]() -> Result<std::optional<FrameState>> {
            const Result<Graph> still = at_frame(job.graph, job.library, task.frame);
            if (!still) return still.error();
            Result<std::optional<FrameState>> known = look_ahead(job, options, *still, task);
            if (!known || *known) return known;
            const Result<std::vector<PictureInfo>> infos = read_headers(task, job.io, options);
            if (!infos) return infos.error();
            const auto plans = plan_frame(task, *still, job.library, options, *infos);
            if (!plans) return plans.error();
            return std::optional<FrameState>();
        };
        const Result<std::optional<FrameState>> known = see();
        if (!known) end.error = known.error();
        end.state = !known ? FrameState::kFailed : known->value_or(FrameState::kRendered);
        end.done = ends.size() + 1;
        end.total = job.tasks.size();
        ends.push_back(std::move(end));
    }
    return ends;
}

}  // namespace weft

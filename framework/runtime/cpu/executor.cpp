// The CPU executor: kernels in order, their tiles over threads.
#include <fmt/format.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <new>
#include <optional>

#include "runtime/check_views.h"
#include "runtime/convert.h"
#include "runtime/cpu/code_run.h"
#include "runtime/cpu/compiled_plan.h"
#include "runtime/cpu/plan_memory.h"
#include "runtime/cpu/run_profiler.h"
#include "runtime/cpu/tile_run.h"
#include "runtime/progress.h"
#include "support/cores.h"
#include "support/thread_order.h"

namespace weft {

namespace {

/// More threads than cores are only had by asking for them.
std::unique_ptr<tbb::global_control> more_threads_than_cores(int threads) {
    if (threads <= available_cores()) return nullptr;
    return std::make_unique<tbb::global_control>(tbb::global_control::max_allowed_parallelism,
                                                 static_cast<std::size_t>(threads));
}

/// The kernels in order, those of a plane loop together, each other one alone.
std::vector<std::vector<Id<Kernel>>> plane_loops(const CpuPlan& plan) {
    std::vector<std::vector<Id<Kernel>>> loops;
    for (const Id<Kernel> k : plan.kernels.ids()) {
        const auto plane_loop = plan.kernels[k].plane_loop;
        if (!plane_loop || loops.empty() ||
            plan.kernels[loops.back().front()].plane_loop != plane_loop)
            loops.emplace_back();
        loops.back().push_back(k);
    }
    return loops;
}

class CpuExecutor final : public Prepared {
  public:
    explicit CpuExecutor(CompiledPlan compiled)
        : compiled_(std::move(compiled)),
          plan_(compiled_.plan),
          threads_(std::max(plan_.target.cores, 1)),
          more_threads_(more_threads_than_cores(threads_)),
          arena_(threads_),
          workspaces_(static_cast<std::size_t>(threads_)),
          buffers_(std::vector<Workspace>(plan_.buffers.size())),
          plane_loops_(plane_loops(plan_)) {
        if (compiled_.timed) profiler_.emplace(plan_, threads_);
    }

    std::string device() const override { return "cpu"; }
    int kernel_count() const override { return static_cast<int>(plan_.kernels.size()); }

    std::size_t scratch_bytes() const override { return weft::scratch_bytes(plan_, threads_); }

    std::vector<KernelTimes> kernel_times() const override {
        return profiler_ ? profiler_->times() : std::vector<KernelTimes>();
    }

    Status run(const std::vector<PictureView>& inputs, const std::vector<PictureView>& outputs,
               const RunControl& control) override {
        if (Status ok = check(inputs, outputs); !ok) return ok;
        try {
            return run_kernels(inputs, outputs, control);
        } catch (const std::bad_alloc&) {
            return Error{ErrorKind::kMemory,
                         fmt::format("out of memory: the run needs {:.1f} MB beyond its pictures",
                                     static_cast<double>(scratch_bytes()) / (1 << 20))};
        }
    }

  private:
    Status check(const std::vector<PictureView>& inputs,
                 const std::vector<PictureView>& outputs) const {
        std::vector<std::string> names;
        std::vector<ImageShape> shapes;
        for (const PlanImage& image : plan_.images) {
            if (!image.graph_input()) continue;
            names.push_back(image.name);
            shapes.push_back(image.shape);
        }
        if (Status ok = check_views("input", names, shapes, inputs); !ok) return ok;
        shapes.clear();
        for (const Id<GraphOutput> o : plan_.outputs.ids())
            shapes.push_back(
                {plan_.output_regions[o], plan_.images[plan_.outputs[o]].shape.planes});
        return check_views("output", plan_.output_names.values(), shapes, outputs);
    }

    /// The rows of `image`, which is kept, and which a kernel leaves in a buffer.
    PictureView buffer_view(Id<PlanImage> image) {
        Rect region;
        for (const Kernel& kernel : plan_.kernels)
            for (const KernelOutput& output : kernel.outputs)
                if (output.image == image) region = buffer_region(plan_, output);
        const SampleType samples = plan_.images[image].samples;
        const int planes = plan_.images[image].shape.planes;
        const KeptInBuffer& place = *kept(plan_, image);
        Workspace& block = buffers_[*place.buffer];
        block.reserve(plan_.buffers[*place.buffer].bytes);
        block.restart();
        PictureView view;
        view.base = reinterpret_cast<std::byte*>(block.carve(0));
        view.y_stride =
            buffer_row_samples(region.width()) * static_cast<std::ptrdiff_t>(bytes_of(samples));
        view.plane_stride = place.one_plane ? 0 : view.y_stride * region.height();
        view.domain = region;
        view.planes = planes;
        return view;
    }

    /// Where `image`, which is kept, lies: in an output of floats that is written later, or
    /// in a buffer.
    BoundPicture storage_of(Id<PlanImage> image,
                            const Table<std::vector<BoundPicture>, PlanImage>& outputs) {
        if (const std::optional<Id<GraphOutput>> o = kept(plan_, image)->output) {
            const BoundPicture& place = outputs[plan_.outputs[*o]].front();
            if (place.view.format == SampleFormat::kFloat &&
                is_read_as_it_lies(plan_, image, place.view) &&
                (place.planar || !is_written_in_place(plan_, image)))
                return place;
        }
        return {buffer_view(image), true};
    }

    /// Why loops were left before their end, where they were.
    static Status left_early(const RunWatch& watch) {
        switch (watch.reason()) {
            case RunWatch::kCancelled: return Progress::cancelled_error();
            case RunWatch::kEndless:
                return Error{
                    ErrorKind::kFunctor,
                    fmt::format(
                        "{}:{}:{}: this loop does not end: it was still running after {} "
                        "iterations; it needs a condition that becomes false for every pixel, "
                        "NaN and infinity included",
                        watch.file, watch.line, watch.column, kMaxIterations)};
            default: return {};  // kNone
        }
    }

    Status run_kernels(const std::vector<PictureView>& inputs,
                       const std::vector<PictureView>& outputs, const RunControl& control) {
        if (profiler_) profiler_->begin_run();
        Table<BoundPicture, PlanImage> sources(plan_.images.size());
        Table<std::vector<BoundPicture>, PlanImage> destinations(plan_.images.size());
        std::vector<Picture> converted;  // pictures in another layout than the plan was made for
        for (const Id<PlanImage> i : plan_.images.ids()) {
            if (const std::optional<Id<GraphInput>> input = plan_.images[i].graph_input()) {
                sources[i] = {inputs[input->index()], false};
                sources[i].planar = is_padded_planar(sources[i].view);
                if (!is_read_as_it_lies(plan_, i, sources[i].view)) {
                    converted.push_back(to_planar(sources[i].view));
                    sources[i] = {converted.back().view(), true};
                }
            }
        }
        std::vector<std::pair<Picture, PictureView>> pending;
        for (const Id<GraphOutput> o : plan_.outputs.ids()) {
            const Id<PlanImage> image = plan_.outputs[o];
            const PictureView& output = outputs[o.index()];
            BoundPicture target{output, is_padded_planar(output)};
            if (!target.planar && is_written_in_place(plan_, image)) {
                pending.emplace_back(Picture(output.domain, output.planes), output);
                target = {pending.back().first.view(), true};
            }
            destinations[image].push_back(target);
        }
        for (const Id<PlanImage> i : plan_.images.ids()) {
            if (!kept(plan_, i)) continue;
            sources[i] = storage_of(i, destinations);
            destinations[i].push_back(sources[i]);
        }

        long long total = 0;  // tasks
        for (const Kernel& kernel : plan_.kernels) total += std::ssize(tasks(kernel));
        Progress progress(control, total);
        RunWatch watch;
        // Kernels, which know no header, read it as a bool.
        static_assert(sizeof(std::atomic<bool>) == sizeof(bool) &&
                      std::atomic<bool>::is_always_lock_free);
        watch.cancel = reinterpret_cast<const bool*>(control.cancel);
        for (const std::vector<Id<Kernel>>& loop : plane_loops_) {
            const Kernel& kernel = plan_.kernels[loop.front()];
            for (int plane = 0; plane < (kernel.plane_loop ? kernel.planes : 1); ++plane)
                for (const Id<Kernel> k : loop) {
                    const KernelRun run{plan_,
                                        plan_.kernels[k],
                                        compiled_.functions[k],
                                        sources,
                                        destinations,
                                        control.cancel,
                                        &progress,
                                        &watch,
                                        compiled_.pixel_functions[k],
                                        functions_on_codes(k, sources)};
                    if (profiler_) profiler_->begin_kernel(k);
                    combine(run);
                    if (Status ok = run_tiles(run, plane, progress); !ok) return ok;
                    if (Status ok = left_early(watch); !ok) return ok;
                    if (profiler_) profiler_->end_kernel();
                }
        }
        if (profiler_) profiler_->end_run();
        for (const auto& [picture, view] : pending) store_region(view, view.domain, picture);
        return {};
    }

    /// On the codes that the pictures which kernel `k` reads are stored as, where it has such.
    CodeFunctions functions_on_codes(Id<Kernel> k,
                                     const Table<BoundPicture, PlanImage>& sources) const {
        const std::optional<SampleFormat> format = codes_of(
            plan_.kernels[k],
            [&](Id<PlanImage> image) -> const PictureView& { return sources[image].view; });
        if (!format) return {};
        const auto& functions =
            *format == SampleFormat::kU8 ? compiled_.u8_functions[k] : compiled_.u16_functions[k];
        return functions.empty() ? CodeFunctions() : CodeFunctions{&functions, *format};
    }

    /// Combines leaves, which is a task as well.
    void combine(const KernelRun& run) {
        const ProfiledTask task(profiler_, 0);
        combine_leaves(run, task.profiler());
    }

    /// All tasks of a kernel; of one in a plane loop those of a plane.
    Status run_tiles(const KernelRun& run, int plane, Progress& progress) {
        std::vector<Task> all = tasks(run.kernel);
        if (run.kernel.plane_loop)
            std::erase_if(all, [&](const Task& task) { return task.plane != plane; });
        const int count = static_cast<int>(all.size());
        // Threads that find no task take no memory.
        const int busy = std::min(threads_, count);
        const std::size_t bytes = workspace_bytes(plan_, run.kernel);
        for (int slot = 0; slot < busy; ++slot)
            workspaces_[static_cast<std::size_t>(slot)].reserve(bytes);

        std::atomic<int> outcome{static_cast<int>(TileOutcome::kDone)};
        auto compute = [&](int task, int slot) {
            if (outcome.load() != static_cast<int>(TileOutcome::kDone)) return;
            const Task& part = all[static_cast<std::size_t>(task)];
            const ProfiledTask profiled(profiler_, slot);
            const TileOutcome one =
                run_tile(run, part.tile, part.plane, workspaces_[static_cast<std::size_t>(slot)],
                         profiled.profiler());
            if (one != TileOutcome::kDone)
                outcome.store(static_cast<int>(one));
            else
                progress.done(1);
        };
        if (busy <= 1) {
            for (int task = 0; task < count; ++task) compute(task, 0);
        } else {
            // Every worker takes the next task, so that the largest begin first; tasks come after
            // this, before what follows, and one by one in each slot.
            std::atomic<int> next{0}, workers_so_far{0};
            auto work = [&]() WEFT_ENTERED_FROM_OUTSIDE {
                comes_after(&all);
                const int slot = workers_so_far++;
                Workspace* const own = &workspaces_[static_cast<std::size_t>(slot)];
                comes_after(own);
                for (int task = next++; task < count; task = next++) compute(task, slot);
                comes_before(own);
                comes_before(&outcome);
            };
            arena_.execute([&] {
                tbb::task_group workers;
                comes_before(&all);
                for (int other = 1; other < busy; ++other) workers.run(work);
                workers.run_and_wait(work);
            });
            comes_after(&outcome);
        }
        switch (static_cast<TileOutcome>(outcome.load())) {
            case TileOutcome::kDone:
            case TileOutcome::kStopped: break;  // left_early() says why
            case TileOutcome::kCancelled: return Progress::cancelled_error();
            case TileOutcome::kLineBufferTooShallow:
                return Error{
                    ErrorKind::kInternal,
                    fmt::format("kernel {}: a line buffer is too shallow for its readers; please "
                                "report this with the effect and the picture's size",
                                run.kernel.name)};
        }
        return {};
    }

    static Picture to_planar(const PictureView& view) {
        Picture picture(view.domain, view.planes);
        load_region(view, view.domain, picture);
        return picture;
    }

    CompiledPlan compiled_;
    const CpuPlan& plan_;
    int threads_;
    std::unique_ptr<tbb::global_control> more_threads_;
    tbb::task_arena arena_;
    std::vector<Workspace> workspaces_;
    Table<Workspace, Buffer> buffers_;
    const std::vector<std::vector<Id<Kernel>>> plane_loops_;
    std::optional<RunProfiler> profiler_;  ///< where kernels are made to be timed
};

}  // namespace

std::unique_ptr<Prepared> make_cpu_executor(CompiledPlan compiled) {
    return std::make_unique<CpuExecutor>(std::move(compiled));
}

}  // namespace weft

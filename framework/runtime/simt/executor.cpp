// Runs a plan's launches in order under every schedule, and compares what they leave.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <new>
#include <thread>

#include "runtime/check_views.h"
#include "runtime/gpu/external_picture.h"
#include "runtime/gpu/pack_args.h"
#include "runtime/progress.h"
#include "runtime/simt/arena_check.h"
#include "runtime/simt/launch.h"
#include "runtime/simt/simt_executor.h"
#include "support/cores.h"

namespace weft {

namespace {

/// Padding that surrounds rows and planes, in which stray accesses show.
constexpr int kSlack = 32;

/// What one schedule computes in: memory of its own.
struct World {
    SimtSchedule schedule;
    Table<DeviceArray, PlanImage> memory;  ///< one per picture of the plan
    FibrePool fibres;
    std::optional<SimtFinding> found;
    bool out_of_memory = false;
};

std::string source_of(const GpuPlan& plan, const GpuKernel& kernel) {
    std::string text;
    for (const Id<Stage> s : kernel.stages) {
        const FunctorFacts& facts = plan.stages[s].facts;
        text += fmt::format("{}{} ({}:{})", text.empty() ? "" : ", ", facts.name, facts.file,
                            facts.line);
    }
    return text;
}

SimtIndex index_of(int x, int y, int z) {
    return {static_cast<unsigned>(x), static_cast<unsigned>(y), static_cast<unsigned>(z)};
}

/// Of pictures that lie alike.
void copy_samples(const PictureView& from, const PictureView& to) {
    const Rect& r = to.domain;
    for (int p = 0; p < to.planes; ++p)
        for (int y = r.y0; y < r.y1; ++y)
            for (int x = r.x0; x < r.x1; ++x)
                std::memcpy(to.at(x, y, p), from.at(x, y, p),
                            static_cast<std::size_t>(sample_size(to.format)));
}

/// Blocks, threads and shared memory within what the target has, and what can be counted here.
Status check_launch(const GpuKernel& kernel, const GpuTarget& target) {
    const GpuShape& s = kernel.shape;
    const auto refuse = [&](const char* what, long long seen, long long most) {
        return Error{ErrorKind::kFault,
                     fmt::format("kernel \"{}\" is launched with {} {}, but {} allows {}",
                                 kernel.name, seen, what, target.name, most)};
    };
    const long long threads = static_cast<long long>(s.block_u) * s.block_v;
    if (s.block_u < 1 || s.block_v < 1 || s.grid_u < 1 || s.grid_v < 1 || s.grid_planes < 1)
        return Error{
            ErrorKind::kFault,
            fmt::format("kernel \"{}\" is launched with nothing: a grid of {}x{}x{} and "
                        "blocks of {}x{}",
                        kernel.name, s.grid_u, s.grid_v, s.grid_planes, s.block_u, s.block_v)};
    if (threads > target.max_threads_per_block)
        return refuse("threads in a block", threads, target.max_threads_per_block);
    if (kernel.shared_bytes > target.max_shared_per_block)
        return refuse("bytes of shared memory", static_cast<long long>(kernel.shared_bytes),
                      static_cast<long long>(target.max_shared_per_block));
    if (s.grid_u > target.max_grid_x) return refuse("blocks in x", s.grid_u, target.max_grid_x);
    if (s.grid_v > target.max_grid_y) return refuse("blocks in y", s.grid_v, target.max_grid_y);
    if (s.grid_planes > target.max_grid_z)
        return refuse("blocks in z", s.grid_planes, target.max_grid_z);
    constexpr long long kMaxBlocks = 1 << 30;
    const long long plane = static_cast<long long>(s.grid_u) * s.grid_v;
    if (plane > kMaxBlocks || plane * s.grid_planes > kMaxBlocks)
        return Error{ErrorKind::kMemory,
                     fmt::format("kernel \"{}\" has more than {} blocks: too many for the simt "
                                 "device; check a smaller picture",
                                 kernel.name, kMaxBlocks)};
    return {};
}

class SimtExecutor final : public Prepared {
  public:
    SimtExecutor(GpuProgram program, SimtOptions options)
        : program_(std::move(program)), plan_(program_.plan), options_(options) {}

    std::string device() const override { return "simt"; }
    int kernel_count() const override { return static_cast<int>(plan_.kernels.size()); }

    std::size_t scratch_bytes() const override {
        std::size_t bytes = 0;
        for (const Id<PlanImage> i : plan_.images.ids()) bytes += shape_of(i).bytes();
        return bytes * static_cast<std::size_t>(options_.schedules);
    }

    Status run(const std::vector<PictureView>& inputs, const std::vector<PictureView>& outputs,
               const RunControl& control) override {
        if (Status ok = check(inputs, outputs); !ok) return ok;
        try {
            return run_launches(inputs, outputs, control);
        } catch (const std::bad_alloc&) {
            return out_of_memory();
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
        if (Status ok = check_views("output", plan_.output_names.values(), shapes, outputs); !ok)
            return ok;
        for (const Id<PlanImage> i : plan_.images.ids())
            if (const PictureView* view = external_view(i, inputs, outputs))
                if (external_layout(*view) != program_.external[i])
                    return Error{ErrorKind::kInternal,
                                 fmt::format("'{}' lies otherwise than was planned for",
                                             plan_.images[i].name)};
        return {};
    }

    /// The run's picture that image `i` is, where kernels use it in place; else null.
    const PictureView* external_view(Id<PlanImage> i, const std::vector<PictureView>& inputs,
                                     const std::vector<PictureView>& outputs) const {
        if (!external_of(program_.external, i)) return nullptr;
        const PlanImage& image = plan_.images[i];
        const std::optional<Id<GraphInput>> input = image.graph_input();
        return input ? &inputs[input->index()] : &outputs[image.graph_outputs.front().index()];
    }

    DevicePicture shape_of(Id<PlanImage> image) const {
        return device_picture(plan_, image, nullptr, kSlack);
    }

    Error out_of_memory() const {
        return {ErrorKind::kMemory,
                fmt::format("out of memory: {} schedules of the simt device need {:.1f} MB, and "
                            "more while they run; check a smaller picture",
                            options_.schedules, static_cast<double>(scratch_bytes()) / (1 << 20))};
    }

    std::vector<World> make_worlds(const std::vector<PictureView>& inputs,
                                   const std::vector<PictureView>& outputs) const {
        const auto schedules = simt_schedules(options_.schedules, options_.seed);
        std::vector<World> worlds(schedules.size());
        for (std::size_t w = 0; w < worlds.size(); ++w) {
            worlds[w].schedule = schedules[w];
            for (const Id<PlanImage> i : plan_.images.ids()) {
                const PlanImage& image = plan_.images[i];
                const PictureView* const view = external_view(i, inputs, outputs);
                if (view != nullptr)
                    worlds[w].memory.add(DeviceArray(image.name, *view));
                else
                    worlds[w].memory.add(DeviceArray(image.name, shape_of(i)));
                const std::optional<Id<GraphInput>> input = image.graph_input();
                if (!input) continue;
                DeviceArray& array = worlds[w].memory.back();
                if (view != nullptr)
                    copy_samples(*view, array.view());
                else
                    pack_picture(inputs[input->index()], array.picture(), image.region);
                array.fill();
            }
        }
        return worlds;
    }

    Status run_launches(const std::vector<PictureView>& inputs,
                        const std::vector<PictureView>& outputs, const RunControl& control) {
        std::vector<World> worlds = make_worlds(inputs, outputs);
        Progress progress(control, static_cast<long long>(plan_.kernels.size() * worlds.size()));
        for (const Id<GpuKernel> k : plan_.kernels.ids()) {
            in_all(worlds, [&](World& world) {
                launch(k, world, control);
                progress.done(1);
            });
            if (progress.cancelled()) return Progress::cancelled_error();
            for (const World& world : worlds) {
                if (world.out_of_memory) return out_of_memory();
                if (world.found) return to_error(*world.found);
            }
            for (const World& world : worlds)
                if (auto found = compare(k, worlds.front(), world)) return to_error(*found);
        }
        for (const Id<GraphOutput> o : plan_.outputs.ids()) {
            const Id<PlanImage> image = plan_.outputs[o];
            const DeviceArray& array = worlds.front().memory[image];
            const PictureView& output = outputs[o.index()];
            if (external_of(program_.external, image))
                copy_samples(array.view(), output);
            else
                unpack_picture(array.picture(), output, plan_.output_regions[o]);
        }
        return {};
    }

    /// Calls work(world) for each, on as many threads as there may be.
    template <class Work>
    void in_all(std::vector<World>& worlds, Work work) const {
        const int wanted = options_.host_threads > 0 ? options_.host_threads : available_cores();
        const int threads = std::clamp(wanted, 1, static_cast<int>(worlds.size()));
        std::atomic<std::size_t> next{0};
        const auto take = [&] {
            for (std::size_t w = next++; w < worlds.size(); w = next++) work(worlds[w]);
        };
        std::vector<std::jthread> helpers;
        for (int t = 1; t < threads; ++t) helpers.emplace_back(take);
        take();
    }

    void launch(Id<GpuKernel> k, World& world, const RunControl& control) const {
        try {
            const GpuKernel& kernel = plan_.kernels[k];
            Table<GpuPicture, PlanImage> pictures;
            for (const Id<PlanImage> i : world.memory.ids()) {
                const DeviceArray& array = world.memory[i];
                pictures.add(gpu_picture(plan_, i, array.picture().data, kSlack));
                if (external_of(program_.external, i)) put_in_place(pictures.back(), array.view());
            }
            const std::vector<std::byte> args = pack_args(plan_, kernel, pictures).bytes;
            SimtLaunch launch;
            launch.kernel = kernel.name;
            launch.source = source_of(plan_, kernel);
            launch.function = program_.code[program_.code_of[k]].function;
            launch.args = args.data();
            launch.grid =
                index_of(kernel.shape.grid_u, kernel.shape.grid_v, kernel.shape.grid_planes);
            launch.block = index_of(kernel.shape.block_u, kernel.shape.block_v, 1);
            launch.shared_bytes = kernel.shared_bytes;
            launch.writes = kernel.outputs;
            for (const GpuInput& input : kernel.inputs) {
                launch.reads.push_back(input.image);
                // States are combined where they lie.
                if (plan_.images[input.image].is_state()) launch.writes.push_back(input.image);
            }
            if (kernel.source) launch.reads.push_back(*kernel.source);
            launch.number = k.index();
            for (const Id<PlanImage> image : kernel.outputs) take_place(image, world.memory);
            world.found = run_launch(launch, world.memory, world.schedule, world.fibres,
                                     {options_.max_calls, control.cancel});
        } catch (const std::bad_alloc&) {
            world.out_of_memory = true;
        }
    }

    /// A new picture takes its bytes of the arena from those that lay there.
    void take_place(Id<PlanImage> image, Table<DeviceArray, PlanImage>& memory) const {
        if (external_of(program_.external, image)) return;
        const std::size_t begin = storage_of(plan_, image).arena_offset;
        const std::size_t end = begin + stored_bytes(plan_, image);
        for (const Id<PlanImage> i : memory.ids()) {
            if (external_of(program_.external, i)) continue;
            const std::size_t other = storage_of(plan_, i).arena_offset;
            if (other < end && begin < other + stored_bytes(plan_, i)) memory[i].poison();
        }
    }

    std::optional<SimtFinding> compare(Id<GpuKernel> k, const World& a, const World& b) const {
        const GpuKernel& kernel = plan_.kernels[k];
        for (const Id<PlanImage> image : kernel.outputs) {
            const DeviceArray& one = a.memory[image];
            const DeviceArray& two = b.memory[image];
            const std::size_t bytes = one.units() * one.unit();
            if (bytes == 0 || std::memcmp(one.at(0), two.at(0), bytes) == 0) continue;
            std::size_t i = 0;
            while (std::memcmp(one.at(i), two.at(i), one.unit()) == 0) ++i;
            SimtFinding found;
            found.check = SimtCheck::kSchedule;
            found.what = fmt::format("it leaves {} with threads {} and {} {}", one.value(i),
                                     a.schedule.name(), two.value(i), b.schedule.name());
            found.kernel = kernel.name;
            found.source = source_of(plan_, kernel);
            found.address = one.element_name(static_cast<std::ptrdiff_t>(i));
            return found;
        }
        return std::nullopt;
    }

    GpuProgram program_;
    const GpuPlan& plan_;
    SimtOptions options_;
};

}  // namespace

Result<std::unique_ptr<Prepared>> make_simt_executor(GpuProgram program, SimtOptions options) {
    if (program.code_of.size() != program.plan.kernels.size())
        return Error{ErrorKind::kInternal, "the simt device was not given the code of each kernel"};
    if (options.schedules < 1)
        return Error{ErrorKind::kUsage,
                     fmt::format("{} schedules: expected at least 1", options.schedules)};
    if (Status ok = check_arena(program.plan, program.external); !ok) return ok.error();
    for (const GpuKernel& kernel : program.plan.kernels)
        if (Status ok = check_launch(kernel, program.plan.target); !ok) return ok.error();
    for (GpuCode& code : program.code) {
        if (code.function == nullptr || code.hooks == nullptr)
            return Error{ErrorKind::kInternal,
                         fmt::format("{} was not compiled for the simt device", code.symbol)};
        // Several executors may hold the same object; all write the same value.
        std::atomic_ref(*code.hooks).store(&simt_hooks(), std::memory_order_relaxed);
    }
    return std::unique_ptr<Prepared>(std::make_unique<SimtExecutor>(std::move(program), options));
}

}  // namespace weft

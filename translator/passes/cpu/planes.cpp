// Planes: which kernels have a task for each, and which run for all of a plane before the next.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "passes/cpu/buffers.h"
#include "passes/cpu/cpu_passes.h"
#include "passes/cpu/stage_kernels.h"
#include "plan/intermediate_bytes.h"

namespace weft {

namespace {

/// Bytes that buffers may have together before kernels go plane by plane, which costs them the
/// start of more kernels, and pictures whose planes are interleaved a way through memory for each.
constexpr std::size_t kMaxIntermediateBytes = 24'000'000;

/// How many planes the kernel's loops all work on one by one, so that each can be a task of its
/// own; 1 where they do not.
int planes_apart(const CpuPlan& plan, const Kernel& kernel) {
    int planes = 1;
    for (const Loop& loop : kernel.loops) planes = std::max(planes, loop.planes);
    for (const Loop& loop : kernel.loops) {
        const bool moves_rows = loop.kind == LoopKind::kLoad;
        if (loop.planes != planes && !moves_rows) return 1;
        for (const Read& read : loop.reads)
            if (read.slot_planes != 1) return 1;
        for (const Write& write : loop.writes) {
            if (plan.images[write.image].is_state()) continue;
            if (write.slot_planes != 1 ||
                (plan.images[write.image].shape.planes != planes && !moves_rows))
                return 1;
        }
    }
    return planes;
}

Kernel by_planes(Kernel kernel, int planes) {
    kernel.planes_outer = planes > 1;
    kernel.planes = planes;
    return kernel;
}

/// Whether rows are loaded or stored all planes in one go: pictures in other layouts than ours have
/// mostly interleaved planes.
bool moves_pixels(const CpuPlan& plan, const CpuContext& context, const Kernel& kernel) {
    const auto is_planar = [&](Id<PlanImage> image, const std::vector<Id<GraphOutput>>& outputs) {
        const std::optional<Id<GraphInput>> input = plan.images[image].graph_input();
        const KeptInBuffer* const place = kept(plan, image);
        return (!input || context.planar_input(*input)) &&
               (place == nullptr || !place->output || context.planar_output(*place->output)) &&
               std::all_of(outputs.begin(), outputs.end(),
                           [&](Id<GraphOutput> o) { return context.planar_output(o); });
    };
    for (const Loop& loop : kernel.loops) {
        if (loop.kind != LoopKind::kLoad && loop.kind != LoopKind::kStore) continue;
        const Id<PlanImage> image = loop.reads.front().image;
        const bool stores = loop.kind == LoopKind::kStore;
        if (!is_planar(image,
                       stores ? plan.images[image].graph_outputs : std::vector<Id<GraphOutput>>{}))
            return true;
    }
    return false;
}

/// Whether a kernel has to see all planes of what kernels before it make: of states, or to read
/// anywhere in pixels.
bool needs_all_planes(const CpuPlan& plan, const Kernel& kernel) {
    if (reduces(kernel)) return true;
    for (const Loop& loop : kernel.loops) {
        if (loop.kind == LoopKind::kResult) return true;
        for (const PictureRead& read : loop.pictures)
            if (plan.images[read.image].producer() && input_of(plan, read.by).granularity == ePixel)
                return true;
    }
    return false;
}

/// Puts a loop over planes around kernels that follow one another and work on as many planes, each
/// plane by itself.
CpuPlan with_plane_loops(CpuPlan plan) {
    Table<int, Kernel> planes;
    for (const Kernel& kernel : plan.kernels)
        planes.add(needs_all_planes(plan, kernel) ? 1 : planes_apart(plan, kernel));
    std::vector<std::vector<Id<Kernel>>> alike;  // that follow one another
    for (const Id<Kernel> k : plan.kernels.ids()) {
        if (alike.empty() || planes[alike.back().front()] != planes[k]) alike.emplace_back();
        alike.back().push_back(k);
    }
    for (const std::vector<Id<Kernel>>& kernels : alike) {
        const Id<Kernel> first = kernels.front();
        if (kernels.size() == 1 || planes[first] <= 1) continue;
        for (const Id<Kernel> k : kernels) {
            plan.kernels[k] = by_planes(plan.kernels[k], planes[k]);
            plan.kernels[k].plane_loop = first;
        }
    }
    return plan;
}

/// Pictures that are made and read within one plane loop alone need room for one plane.
CpuPlan with_single_planes(CpuPlan plan) {
    Table<std::vector<std::optional<Id<Kernel>>>, PlanImage> plane_loops(plan.images.size());
    for (const Kernel& kernel : plan.kernels) {
        for (const KernelOutput& output : kernel.outputs)
            plane_loops[output.image].push_back(kernel.plane_loop);
        for (const Loop& loop : kernel.loops) {
            for (const Read& read : loop.reads)
                plane_loops[read.image].push_back(kernel.plane_loop);
            for (const PictureRead& read : loop.pictures)
                plane_loops[read.image].push_back(kernel.plane_loop);
        }
    }
    for (const Id<PlanImage> i : plan.images.ids())
        if (KeptInBuffer* place = kept(plan, i))
            place->one_plane = !plane_loops[i].empty() && plane_loops[i].front() &&
                               std::all_of(plane_loops[i].begin(), plane_loops[i].end(),
                                           [&](const auto& plane_loop) {
                                               return plane_loop == plane_loops[i].front();
                                           });
    return plan;
}

std::size_t bytes_in_shared_buffers(const CpuPlan& plan) {
    return intermediate_bytes(with_buffers(plan, true));
}

}  // namespace

CpuPlan planes(CpuPlan plan, const CpuContext& context, Decisions& decisions) {
    for (Kernel& kernel : plan.kernels)
        if (!moves_pixels(plan, context, kernel)) {
            const int apart = planes_apart(plan, kernel);
            kernel = by_planes(std::move(kernel), apart);
        }
    const std::size_t bytes = bytes_in_shared_buffers(plan);
    if (bytes <= kMaxIntermediateBytes && !context.plane_by_plane) return plan;
    CpuPlan in_plane_loops = with_single_planes(with_plane_loops(plan));
    const std::size_t left = bytes_in_shared_buffers(in_plane_loops);
    if (left >= bytes && !context.plane_by_plane) return plan;
    decisions.add(
        plan.name,
        fmt::format("kernels run plane by plane: buffers of {:.1f} MB, not {:.1f}",
                    static_cast<double>(left) / (1 << 20), static_cast<double>(bytes) / (1 << 20)));
    return in_plane_loops;
}

}  // namespace weft

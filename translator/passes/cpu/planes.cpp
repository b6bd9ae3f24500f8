// Planes: which kernels have a task for each, and which run for all of a plane before the next.
#include <fmt/format.h>

#include <algorithm>

#include "passes/cpu/buffers.h"
#include "passes/cpu/cpu_passes.h"
#include "passes/cpu/stage_kernels.h"
#include "plan/kept_bytes.h"

namespace weft {

namespace {

/// Bytes that buffers may have together before kernels go plane by plane, which costs them the
/// start of more kernels, and pictures whose planes are interleaved a way through memory for each.
constexpr std::size_t kMaxKept = 24'000'000;

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
    const auto is_native = [&](int image, const std::vector<int>& outputs) {
        const std::optional<int> input = plan.images[image].graph_input();
        const KeptInBuffer* const place = kept(plan, image);
        return (!input || context.native_input(*input)) &&
               (place == nullptr || !place->output || context.native_output(*place->output)) &&
               std::all_of(outputs.begin(), outputs.end(),
                           [&](int o) { return context.native_output(o); });
    };
    for (const Loop& loop : kernel.loops) {
        if (loop.kind != LoopKind::kLoad && loop.kind != LoopKind::kStore) continue;
        const int image = loop.reads.front().image;
        const bool stores = loop.kind == LoopKind::kStore;
        if (!is_native(image, stores ? plan.images[image].graph_outputs : std::vector<int>{}))
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
            if (plan.images[read.image].producer() &&
                plan.stages[read.stage].inputs[read.input].granularity == ePixel)
                return true;
    }
    return false;
}

/// Gives kernels that follow one another, and work on as many planes one by one, the number of a
/// round.
CpuPlan with_rounds(CpuPlan plan) {
    const int count = static_cast<int>(plan.kernels.size());
    std::vector<int> planes;
    for (const Kernel& kernel : plan.kernels)
        planes.push_back(needs_all_planes(plan, kernel) ? 1 : planes_apart(plan, kernel));
    for (int first = 0; first < count;) {
        int last = first;
        while (last + 1 < count && planes[last + 1] == planes[first]) ++last;
        if (last > first && planes[first] > 1)
            for (int k = first; k <= last; ++k) {
                plan.kernels[k] = by_planes(plan.kernels[k], planes[k]);
                plan.kernels[k].round = first;
            }
        first = last + 1;
    }
    return plan;
}

/// Pictures that no kernel outside of one round makes or reads need room for one plane.
CpuPlan with_single_planes(CpuPlan plan) {
    std::vector<std::vector<int>> rounds(plan.images.size());
    for (const Kernel& kernel : plan.kernels) {
        for (const KernelOutput& output : kernel.outputs)
            rounds[output.image].push_back(kernel.round);
        for (const Loop& loop : kernel.loops) {
            for (const Read& read : loop.reads) rounds[read.image].push_back(kernel.round);
            for (const PictureRead& read : loop.pictures)
                rounds[read.image].push_back(kernel.round);
        }
    }
    for (std::size_t i = 0; i < plan.images.size(); ++i)
        if (KeptInBuffer* place = kept(plan, static_cast<int>(i)))
            place->one_plane = !rounds[i].empty() && rounds[i].front() >= 0 &&
                               std::all_of(rounds[i].begin(), rounds[i].end(),
                                           [&](int round) { return round == rounds[i].front(); });
    return plan;
}

std::size_t bytes_kept(const CpuPlan& plan) { return kept_bytes(with_buffers(plan, true)); }

}  // namespace

CpuPlan planes(CpuPlan plan, const CpuContext& context, Decisions& decisions) {
    for (Kernel& kernel : plan.kernels)
        if (!moves_pixels(plan, context, kernel)) {
            const int apart = planes_apart(plan, kernel);
            kernel = by_planes(std::move(kernel), apart);
        }
    const std::size_t kept = bytes_kept(plan);
    if (kept <= kMaxKept && !context.plane_by_plane) return plan;
    CpuPlan in_rounds = with_single_planes(with_rounds(plan));
    const std::size_t left = bytes_kept(in_rounds);
    if (left >= kept && !context.plane_by_plane) return plan;
    decisions.add(
        plan.name,
        fmt::format("kernels run plane by plane: buffers of {:.1f} MB, not {:.1f}",
                    static_cast<double>(left) / (1 << 20), static_cast<double>(kept) / (1 << 20)));
    return in_rounds;
}

}  // namespace weft

// Buffers for materialised pictures, shared by lifetime.
#include <fmt/format.h>

#include <algorithm>

#include "passes/cpu/buffers.h"
#include "passes/cpu/cpu_passes.h"
#include "plan/intermediate_bytes.h"
#include "plan/ranges.h"

namespace weft {

namespace {

/// Whether output `o` has room for the picture, and each task that writes it has read what lies
/// there, and nobody else has.
bool can_lie_in(const CpuPlan& plan, Id<PlanImage> image, Id<GraphOutput> o) {
    const Id<PlanImage> output = plan.outputs[o];
    for (const Kernel& kernel : plan.kernels) {
        bool writes = false;
        for (const KernelOutput& made : kernel.outputs) {
            if (made.image == image && made.region != plan.output_regions[o]) return false;
            writes |= made.image == output;
        }
        for (const Rect& tile : writes ? tiles(kernel) : std::vector<Rect>()) {
            const Rect need = region_required(plan, kernel, tile_ranges(plan, kernel, tile), image);
            if (intersect(need, tile) != need) return false;
        }
    }
    return true;
}

CpuPlan with_aliases(CpuPlan plan) {
    for (const Id<PlanImage> i : plan.images.ids())
        if (KeptInBuffer* place = kept(plan, i);
            place && place->output && !can_lie_in(plan, i, *place->output))
            place->output.reset();
    return plan;
}

void decide(const CpuPlan& plan, Decisions& decisions) {
    decisions.add(plan.name,
                  fmt::format("{} buffers, {:.1f} MB", plan.buffers.size(),
                              static_cast<double>(intermediate_bytes(plan)) / (1 << 20)));
}

}  // namespace

CpuPlan allocate(CpuPlan plan, const CpuContext&, Decisions& decisions) {
    plan = with_buffers(with_aliases(std::move(plan)), true);
    decide(plan, decisions);
    return plan;
}

CpuPlan one_buffer_per_picture(CpuPlan plan, const CpuContext&, Decisions& decisions) {
    plan = with_buffers(with_aliases(std::move(plan)), false);
    decide(plan, decisions);
    return plan;
}

}  // namespace weft

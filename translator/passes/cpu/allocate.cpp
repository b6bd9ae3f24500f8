// Buffers for materialised pictures, shared by lifetime.
#include <fmt/format.h>

#include <algorithm>

#include "passes/cpu/buffers.h"
#include "passes/cpu/cpu_passes.h"
#include "plan/kept_bytes.h"
#include "plan/ranges.h"

namespace weft {

namespace {

/// Whether output `o` has room for the picture, and each task that writes it has read what lies
/// there, and nobody else has.
bool can_lie_in(const Plan& plan, int image, int o) {
    const int output = plan.outputs[o];
    for (const Kernel& kernel : plan.kernels) {
        bool writes = false;
        for (const KernelOutput& made : kernel.outputs) {
            if (made.image == image && made.region != plan.output_regions[o]) return false;
            writes |= made.image == output;
        }
        for (const Rect& tile : writes ? tiles(kernel) : std::vector<Rect>()) {
            const Rect need = external_need(plan, kernel, tile_ranges(plan, kernel, tile), image);
            if (intersect(need, tile) != need) return false;
        }
    }
    return true;
}

Plan with_aliases(Plan plan) {
    for (std::size_t i = 0; i < plan.images.size(); ++i)
        if (int& o = plan.images[i].aliased_output;
            o >= 0 && !can_lie_in(plan, static_cast<int>(i), o))
            o = -1;
    return plan;
}

void decide(const Plan& plan, Decisions& decisions) {
    decisions.add(plan.name, fmt::format("{} buffers, {:.1f} MB", plan.buffer_bytes.size(),
                                         static_cast<double>(kept_bytes(plan)) / (1 << 20)));
}

}  // namespace

Plan allocate(Plan plan, const CpuContext&, Decisions& decisions) {
    plan = with_buffers(with_aliases(std::move(plan)), true);
    decide(plan, decisions);
    return plan;
}

Plan one_buffer_per_picture(Plan plan, const CpuContext&, Decisions& decisions) {
    plan = with_buffers(with_aliases(std::move(plan)), false);
    decide(plan, decisions);
    return plan;
}

}  // namespace weft

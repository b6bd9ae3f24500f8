// Copies into the other layout that a later copy undoes, and copies made twice.
#include <fmt/format.h>

#include "passes/gpu/copies.h"
#include "passes/gpu/gpu_passes.h"

namespace weft {

namespace {

/// The picture that already holds what `copy` does, in the same layout: the one it was copied from
/// and back, or an earlier copy of the same.
std::optional<Id<PlanImage>> equal_picture(const GpuPlan& plan, Id<PlanImage> copy) {
    const Id<PlanImage> original = original_of(plan, copy);
    for (const Id<PlanImage> other : plan.images.ids()) {
        if (other == copy) break;
        const bool alike = storage_of(plan, other).layout == storage_of(plan, copy).layout;
        if (alike && original_of(plan, other) == original) return other;
    }
    return std::nullopt;
}

}  // namespace

GpuPlan cancel(GpuPlan plan, const GpuContext&, Decisions& decisions) {
    int copies = 0;
    for (const Id<GpuKernel> k : plan.kernels.ids()) {
        const GpuKernel& kernel = plan.kernels[k];
        if (kernel.kind != GpuKernelKind::kTranspose) continue;
        ++copies;
        const Id<PlanImage> copy = kernel.outputs.front();
        const std::optional<Id<PlanImage>> equal = equal_picture(plan, copy);
        if (!equal) continue;
        decisions.add(kernel.name, fmt::format("not needed: '{}' holds the same in this layout",
                                               plan.images[*equal].name));
        redirect_readers(plan, copy, *equal, Id<GpuKernel>(k.number() + 1));
    }
    const int removed = remove_unread_copies(plan);
    if (copies > 0)
        decisions.add(plan.name, fmt::format("{} of {} transpositions removed", removed, copies));
    return plan;
}

}  // namespace weft

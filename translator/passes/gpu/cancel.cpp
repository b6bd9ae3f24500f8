// Copies into the other layout that a later copy undoes, and copies made twice.
#include <fmt/format.h>

#include "passes/gpu/copies.h"
#include "passes/gpu/gpu_passes.h"

namespace weft {

namespace {

/// The picture that already holds what `copy` does, in the same layout: the one it was copied from
/// and back, or an earlier copy of the same.
std::optional<int> equal_picture(const GpuPlan& plan, int copy) {
    const int original = original_of(plan, copy);
    for (int other = original; other != copy; ++other) {
        const bool alike = storage_of(plan, other).layout == storage_of(plan, copy).layout;
        if (alike && original_of(plan, other) == original) return other;
    }
    return std::nullopt;
}

}  // namespace

GpuPlan cancel(GpuPlan plan, const GpuContext&, Decisions& decisions) {
    int copies = 0;
    for (std::size_t k = 0; k < plan.kernels.size(); ++k) {
        const GpuKernel& kernel = plan.kernels[k];
        if (kernel.kind != GpuKernelKind::kTranspose) continue;
        ++copies;
        const int copy = kernel.outputs.front();
        const std::optional<int> equal = equal_picture(plan, copy);
        if (!equal) continue;
        decisions.add(kernel.name, fmt::format("not needed: '{}' holds the same in this layout",
                                               plan.images[static_cast<std::size_t>(*equal)].name));
        redirect_readers(plan, copy, *equal, k + 1);
    }
    const int removed = remove_unread_copies(plan);
    if (copies > 0)
        decisions.add(plan.name, fmt::format("{} of {} transpositions removed", removed, copies));
    return plan;
}

}  // namespace weft

// Copies into the other layout that a later copy undoes, and copies made twice.
#include <fmt/format.h>

#include "passes/gpu/copies.h"
#include "passes/gpu/gpu_passes.h"

namespace weft {

namespace {

/// The picture that already holds what `copy` does, in the same layout: the one it was copied from
/// and back, or an earlier copy of the same; -1 for none.
int equal_picture(const Plan& plan, int copy) {
    const PlanImage& image = plan.images[static_cast<std::size_t>(copy)];
    const int original = original_of(plan, copy);
    for (int other = original; other != copy; ++other) {
        const PlanImage& o = plan.images[static_cast<std::size_t>(other)];
        if (o.layout == image.layout && original_of(plan, other) == original) return other;
    }
    return -1;
}

}  // namespace

Plan cancel(Plan plan, const GpuContext&, Decisions& decisions) {
    int copies = 0;
    for (std::size_t k = 0; k < plan.gpu_kernels.size(); ++k) {
        const GpuKernel& kernel = plan.gpu_kernels[k];
        if (kernel.kind != GpuKernelKind::kTranspose) continue;
        ++copies;
        const int copy = kernel.outputs.front();
        const int equal = equal_picture(plan, copy);
        if (equal < 0) continue;
        decisions.add(kernel.name, fmt::format("not needed: '{}' holds the same in this layout",
                                               plan.images[static_cast<std::size_t>(equal)].name));
        redirect_readers(plan, copy, equal, k + 1);
    }
    const int removed = remove_unread_copies(plan);
    if (copies > 0)
        decisions.add(plan.name, fmt::format("{} of {} transpositions removed", removed, copies));
    return plan;
}

}  // namespace weft

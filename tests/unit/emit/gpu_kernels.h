// GPU kernels made by hand: one per stage of a bound plan, in every form that an emitter must
// print.
#pragma once

#include <string>
#include <vector>

#include "planning.h"

namespace weft::test {

/// How hand-made kernels differ from the plainest ones.
struct KernelForm {
    std::string name = {};                    ///< for messages
    GpuAccess access = GpuAccess::kBordered;  ///< of all inputs; point inputs are never staged
    Layout layout = Layout::kRows;            ///< of all pictures
    bool realigned = false, minimised = false, rebuilds = false, strided = false;
    int periods_per_thread = 0;
    BorderScheme borders = BorderScheme::kNaive;
};

/// Every form.
std::vector<KernelForm> kernel_forms();

/// Stages with their structure bound; no kernels. `region`: of every output; empty: all of it.
/// Where the graph's functors want single planes, all pictures have one.
GpuPlan bound_plan(const Graph& graph, const Library& known = library(),
                   Rect domain = {0, 0, 640, 480}, Rect region = {});

/// One kernel for each stage of `plan` to which the form applies, launched over its whole region.
/// Pictures of `plan` get the form's layout.
std::vector<GpuKernel> kernels_of(GpuPlan& plan, const KernelForm& form = {});

/// The kernel that copies `image` of `plan` into the other layout, as a new picture of `plan`.
GpuKernel transpose_kernel(GpuPlan& plan, Id<PlanImage> image, bool strided = false);

}  // namespace weft::test

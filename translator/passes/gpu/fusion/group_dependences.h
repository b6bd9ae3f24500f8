// What the stages of a group read of one another, on one grid: alignment and scaling of dependences
// (paper: warp-tiling, section 5; models/dependence_scaling.h).
#pragma once

#include <vector>

#include "plan/gpu_plan.h"
#include "support/result.h"

namespace weft {

/// How many elements each evaluation of a group computes along an axis, in the order of its loops.
struct AxisExtent {
    std::vector<double> ratio;  ///< for each element of the output
    std::vector<int> overlap;   ///< beyond as many as that; for a tile's halo, both sides together
};

/// Along u or v. An error where dependences are not constant, whatever the scales.
Result<AxisExtent> extent_along(const GpuPlan& plan, const GpuKernel& kernel, bool along_u);

}  // namespace weft

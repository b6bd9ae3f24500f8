// Kernels as numbers: which one each stage of a plan is in.
#pragma once

#include <vector>

#include "plan/plan.h"

namespace weft {

/// The plan with kernels anew: of each stage the number of its kernel, in launch order, without
/// gaps. A loop for each stage; what another kernel reads is materialised.
Plan with_kernels(Plan plan, const std::vector<int>& kernel_of);

/// The kernel of each stage, by its index in plan.gpu_kernels of a GPU's plan, else plan.kernels.
std::vector<int> kernels_of_stages(const Plan& plan);

/// The same kernels in the same order, without gaps between their numbers.
std::vector<int> renumbered(std::vector<int> kernel_of);

}  // namespace weft

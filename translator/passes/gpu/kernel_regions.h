// The regions of a picture that a kernel's blocks, or its tiles, lie in (paper:
// border-partitioning, section III), and which of them are told apart.
#pragma once

#include <optional>
#include <string>

#include "models/border_partition.h"
#include "passes/gpu/compiled_forms.h"
#include "plan/gpu_plan.h"

namespace weft {

/// A kernel's elements along u and v, with those whose reads may leave a domain: of a group, of any
/// level.
struct BorderAxes {
    BorderAxis u, v;
};
BorderAxes border_axes(const GpuPlan& plan, const GpuKernel& kernel);

/// The kernel's blocks of `block` elements by region, as its scheme tells them apart.
BorderPartition partition_of(const GpuPlan& plan, const GpuKernel& kernel, BlockShape block);

/// The elements of what a region holds whole: of a kernel of one stage a block, of a group a tile.
BlockShape unit_of(const GpuKernel& kernel);

/// Whether a read of a kernel may leave a domain: somebody has to check.
bool somebody_checks(const GpuPlan& plan, const GpuKernel& kernel);

/// The scheme for a shaped kernel: the asked one, or the best by the asked rule, equations 3 to 10
/// or the model of time. kNaive where nothing is to be told apart. Registers and code are those of
/// compiled forms where these are known.
BorderChoice borders_of(const GpuPlan& plan, const CompiledForms& compiled, const GpuKernel& kernel,
                        const GpuChoices& choices);

/// Whether borders_of() has a choice, where nothing is asked.
bool chooses_borders(const GpuPlan& plan, const GpuKernel& kernel);

/// Blocks, tiles or warps in each region, row by row as in the paper's figure 3; "" where all check
/// alike.
std::string regions_text(const GpuPlan& plan, const GpuKernel& kernel);

}  // namespace weft

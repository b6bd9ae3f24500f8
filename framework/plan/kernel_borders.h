// Where a kernel of one stage meets borders (paper: border-partitioning, section III).
#pragma once

#include "plan/gpu_plan.h"

namespace weft {

/// Whether the input, read around the element or by way of a tile, may reach over its picture's
/// border, so that each read is checked. What is read at another resolution, or at places that the
/// functor computes, is not counted: where the element lies says nothing about it.
bool checks_borders(const GpuPlan& plan, const GpuInput& input);

/// The elements no read of which, by inputs that check borders, leaves a domain. Empty, with
/// x1 < x0 or y1 < y0, where windows are larger than domains; the kernel's region where nothing
/// checks.
Rect inner_elements(const GpuPlan& plan, const GpuKernel& kernel);

/// Whether an element of a kernel of one stage reads over a border: somebody has to check. Not
/// asked of reductions, which have no regions.
bool meets_borders(const GpuPlan& plan, const GpuKernel& kernel);

/// Whether a kernel of one stage may have a variant for each region: it meets borders, and its
/// blocks are rectangles of elements. Scans that advance, reductions and flat grids have none.
bool may_tell_borders_apart(const GpuPlan& plan, const GpuKernel& kernel);

/// Whether each warp of such a kernel may choose by itself: it reads in place, since a tile is
/// copied by all warps of the block together, and rows of threads are whole warps.
bool may_tell_warps_apart(const GpuPlan& plan, const GpuKernel& kernel);

}  // namespace weft

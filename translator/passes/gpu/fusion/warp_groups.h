// Groups as paper: warp-tiling sees them, for its search of tile and block and its fusion by
// dynamic programming (algorithm 2, section 6).
#pragma once

#include "models/warp_tiling_cost.h"
#include "passes/gpu/fusion/group_shape.h"
#include "passes/gpu/gpu_context.h"

namespace weft {

/// The stages of a group with their loops' halos, and its reads of memory. The registers and the
/// time of each are those of its own kernel where that has been compiled, else estimates.
WarpTilingGroup warp_tiling_group(const GpuPlan& plan, const GpuContext& context,
                                  const GpuKernel& kernel);

/// The configuration of algorithm 2's least cost: tile, block, split and fraction in registers, of
/// those that `asked` leaves: no fraction for tiles of warps, one above 0 for hybrid ones.
WarpTilingChoice cheapest_warp_shape(const GpuPlan& plan, const GpuContext& context,
                                     const GpuKernel& kernel, const TileChoice& asked,
                                     ShapeSearch search = ShapeSearch::kAll);

/// What it asks for, as a group's shape.
GroupShape shape_of(const GpuKernel& kernel, const WarpTilingConfig& config, int warp_size);

}  // namespace weft

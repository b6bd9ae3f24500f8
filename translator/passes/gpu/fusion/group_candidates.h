// The teams, tiles and blocks that are worth trying for a group.
#pragma once

#include <vector>

#include "passes/gpu/fusion/group_shape.h"

namespace weft {

/// Shapes of that kind; of hybrid tiles, those with the fraction and the axis that are asked for,
/// if any are.
std::vector<GroupShape> shapes_to_try(const GpuPlan& plan, const GpuKernel& kernel, TileKind kind,
                                      const TileChoice& asked, ShapeSearch search);

/// Plain shapes of that kind, the largest first: an element for each thread and iteration, rows of
/// a warp.
std::vector<GroupShape> plain_group_shapes(const GpuPlan& plan, const GpuKernel& kernel,
                                           TileKind kind, const TileChoice& asked);

}  // namespace weft

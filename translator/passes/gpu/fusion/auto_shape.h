// The tile and the block that listing 1 of paper: gpu-autoscheduler chooses.
#pragma once

#include <optional>
#include <string>

#include "models/active_library.h"
#include "models/gpu_autoscheduler.h"
#include "passes/gpu/fusion/group_loops.h"
#include "passes/gpu/fusion/shape.h"
#include "passes/gpu/gpu_context.h"

namespace weft {

/// The cheapest tile of a group as it is built, of those whose kernel the device can run with the
/// registers that are known. That is all that is asked for beyond the paper: a block's threads go
/// over the elements of each loop, whatever tile and block there are.
AutoChoice auto_choice(const GpuPlan& plan, const GpuContext& context, const GpuKernel& kernel);

/// A shape, or why there is none, for people.
struct AutoShape {
    std::optional<GroupShape> shape;
    std::string why_not;
};

/// Of the group in that form. As the paper does, tiles are chosen for the group without nesting,
/// where it can be built so; the block has the most elements along each axis of any stage that is
/// not computed within a thread. Tiles are those of a block's shared memory.
AutoShape auto_shape(const GpuPlan& plan, const GpuContext& context,
                     const std::vector<Id<GpuKernel>>& kernels, GroupForm form);

/// The block of a kernel of one stage: a thread for each element of the cheapest tile; nothing
/// where none is valid and can run.
std::optional<BlockShape> auto_block(const GpuPlan& plan, const GpuKernel& kernel);

}  // namespace weft

// Addresses of the states of a reduction's leaves.
#pragma once

#include <cstddef>

#include "runtime/cpu/row_args.h"
#include "runtime/cpu/tile_run.h"

namespace weft {

/// The states of all leaves, `image` of the plan, as kernels are given them: one after the other,
/// plane after plane.
inline PictureArgs state_args(const KernelRun& run, Id<PlanImage> image) {
    const Rect& leaves = run.plan.images[image].shape.domain;
    PictureArgs args{};
    args.first = reinterpret_cast<const float*>(run.sources[image].view.base);
    args.x1 = leaves.x1;
    args.y1 = leaves.y1;
    return args;
}

/// The address of the state of the leaf that holds element (x, y) of `plane`.
inline float* leaf_at(const KernelRun& run, const Write& write, int x, int y, int plane) {
    const PlanImage& states = run.plan.images[write.image];
    const Rect& elements = run.plan.stages[write.by->stage].domain;
    const Rect& leaves = states.shape.domain;
    const Leaf& leaf = states.leaf;
    const std::ptrdiff_t index =
        (static_cast<std::ptrdiff_t>(plane) * leaves.y1 + (y - elements.y0) / leaf.height) *
            leaves.x1 +
        (x - elements.x0) / leaf.width;
    return reinterpret_cast<float*>(run.destinations[write.image].front().view.base) +
           index * states.state_floats;
}

}  // namespace weft

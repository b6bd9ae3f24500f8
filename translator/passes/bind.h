// The first step: a graph and the pictures' shapes become a plan of bound, unfused stages.
#pragma once

#include "passes/context.h"
#include "support/result.h"

namespace weft {

/// What of a bound graph follows from the kind of device that will compute it.
struct DeviceBounds {
    int leaf_lanes = 1;                      ///< that collect a reduction's leaf side by side
    std::optional<std::size_t> max_offsets;  ///< of a list that is an argument of a kernel
};

/// Stages with exact taps and their operations, images with domains and regions; dead stages stay.
Result<BoundGraph> bind(const PlanContext& context, const DeviceBounds& device = {});

/// The same of `graph`, in place of context.graph, and without regions and operations.
Result<BoundGraph> bind_stages(const PlanContext& context, const Graph& graph,
                               const DeviceBounds& device);

/// The offsets of either list. Each is sorted by y, x, without doubles, and so is what comes back.
std::vector<Offset> united_taps(const std::vector<Offset>& taps, const std::vector<Offset>& others);

/// Exact taps of an input as offsets from its element, from the facts and the bound structure; the
/// whole declared window where the facts say "dense" or an expression cannot be evaluated.
std::vector<Offset> resolve_taps(const IndexerFacts& facts, const StageInput& input,
                                 const Bindings& bindings);

/// Computes every image's region from the outputs backwards, and the stages' from their outputs.
/// Unbounded intermediates: a region is all that readers read, and becomes the domain of the stage
/// and its pictures. A moving average's then begins at a restart; counted from there or from the
/// origin it was inferred with, its restarts are the same elements.
BoundGraph with_regions(BoundGraph plan);

}  // namespace weft

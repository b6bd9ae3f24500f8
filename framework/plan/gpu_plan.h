// How a GPU computes a bound graph: kernels, which are launched over grids of threads
// (plan/gpu_kernel.h), and where pictures lie in its memory.
#pragma once

#include <cstddef>
#include <vector>

#include "plan/bound_graph.h"
#include "plan/gpu_choices.h"
#include "plan/gpu_kernel.h"
#include "plan/gpu_target.h"

namespace weft {

/// How a picture lies in a GPU's memory.
struct GpuStorage {
    Layout layout = Layout::kRows;
    std::size_t arena_offset = 0;  ///< in bytes, in the plan's arena

    friend bool operator==(const GpuStorage&, const GpuStorage&) = default;
};

struct GpuPlan : BoundGraph {
    GpuTarget target;
    Table<GpuStorage, PlanImage> storage = {};
    Table<GpuKernel> kernels = {};            ///< launch order
    std::vector<StageGroups> next_best = {};  ///< partitions that a search ranked behind this one
    std::size_t arena_bytes = 0;              ///< all pictures, inputs and outputs among them
    std::size_t peak_bytes = 0;               ///< the most that is alive at once

    friend bool operator==(const GpuPlan&, const GpuPlan&) = default;
};

inline const GpuStorage& storage_of(const GpuPlan& plan, Id<PlanImage> image) {
    return plan.storage[image];
}

/// Whether a picture is in memory, not in tiles of one kernel alone.
bool is_stored(const GpuPlan& plan, Id<PlanImage> image);

/// Bytes of a picture in the arena: what is computed of it.
inline std::size_t stored_bytes(const GpuPlan& plan, Id<PlanImage> image) {
    const PlanImage& i = plan.images[image];
    if (i.region.empty()) return 0;
    return gpu_picture_bytes(i.region, storage_of(plan, image).layout, i.shape.planes, i.samples);
}

}  // namespace weft

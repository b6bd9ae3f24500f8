// Kernels that may read and write pixels of neighbouring samples where they lie.
//
// Where each element follows from the same element of its pictures alone, no row has to be kept in
// a line buffer. The kernel takes a host's pixels into registers as planes, and gives pixels back;
// whether pictures have such pixels is known when they come, so that the kernel's line buffers
// stay, for others.
#pragma once

#include <optional>
#include <vector>

#include "plan/cpu_plan.h"

namespace weft {

struct PixelRows {
    Id<Loop> loop;   ///< of the kernel: the only one that computes
    int planes = 0;  ///< samples of a pixel: 3 or 4
    /// Images, graph inputs and graph outputs, each once.
    std::vector<Id<PlanImage>> inputs, outputs;
    bool non_temporal = false;  ///< the outputs are larger than the caches
};

/// None where the kernel reads around its elements, or pictures of other numbers of planes, or
/// works on pictures that lie as Weft's own.
std::optional<PixelRows> pixel_rows(const CpuPlan& plan, const Kernel& kernel);

}  // namespace weft

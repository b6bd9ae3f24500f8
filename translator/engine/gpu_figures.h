// What a plan's kernels cost by the planner's own models: the figures that `weft explain` prints.
#pragma once

#include <string>

#include "plan/gpu_plan.h"

namespace weft {

/// Bytes of the computed part of a picture, all planes.
double picture_bytes(const GpuPlan& plan, int image);

/// Seconds of a kernel as it is launched, by models/gpu_time.h, without its launch, and what takes
/// the longest.
struct KernelTime {
    double seconds = 0;
    std::string bound;  ///< "memory", "arithmetic", ...: bound_by()
};
KernelTime modelled_time(const GpuPlan& plan, const GpuKernel& kernel);

/// Instructions of a kernel's text, each once, as the model lets expect; 0 where it does not say.
double expected_instructions(const GpuPlan& plan, const GpuKernel& kernel);

/// Seconds of all kernels and their launches, one after another.
double modelled_seconds(const GpuPlan& plan);

/// The most elements that a loop of the kernel computes for each element of its tile; 1 where
/// nothing is computed twice.
double most_redundancy(const GpuKernel& kernel);

}  // namespace weft

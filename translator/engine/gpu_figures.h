// The modelled cost of a plan's kernels, as `weft explain` prints it.
#pragma once

#include <string>

#include "plan/gpu_plan.h"

namespace weft {

/// Bytes of a picture's region, all planes.
double picture_bytes(const GpuPlan& plan, Id<PlanImage> image);

/// Modelled seconds of a kernel (models/gpu_time.h), without its launch, and what bounds them.
struct KernelTime {
    double seconds = 0;
    std::string bound;  ///< "memory", "arithmetic", ...: bound_by()
};
KernelTime modelled_time(const GpuPlan& plan, const GpuKernel& kernel);

/// Modelled instructions of a kernel's code, each counted once; 0 where the model does not say.
double expected_instructions(const GpuPlan& plan, const GpuKernel& kernel);

/// Modelled seconds of all kernels with their launches, one after another.
double modelled_seconds(const GpuPlan& plan);

/// The redundancy of the kernel's worst loop: elements it computes per element of its tile, at
/// least 1.
double most_redundancy(const GpuKernel& kernel);

}  // namespace weft

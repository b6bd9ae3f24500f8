// Packs the argument block of a GPU kernel (its members are plan/gpu_arguments.h's).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "plan/gpu_plan.h"
#include "runtime/gpu/kernel_args.h"

namespace weft {

/// The argument block of a launch.
struct PackedArguments {
    /// A picture in the block: which of the plan's images, and its offset in bytes.
    struct Place {
        Id<PlanImage> image;
        std::size_t at = 0;
    };
    std::vector<std::byte> bytes;
    std::vector<Place> pictures;  ///< in the order of gpu_arguments()
};

/// The arguments of `kernel`; pictures[image] describes the plan's picture, without `outside`,
/// which is filled in from borders.
PackedArguments pack_args(const GpuPlan& plan, const GpuKernel& kernel,
                          const Table<GpuPicture, PlanImage>& pictures);

/// The same from the pictures' addresses on the device, addresses[image]; null is allowed for those
/// that the kernel does not touch. `slack` as in DevicePicture.
PackedArguments pack_args(const GpuPlan& plan, const GpuKernel& kernel,
                          const Table<float*, PlanImage>& addresses, int slack = 0);

/// Picture `image` of the plan at `data`, as kernels take it.
GpuPicture gpu_picture(const GpuPlan& plan, Id<PlanImage> image, float* data, int slack = 0);

/// The multiplier and shift with which n / divisor == (n * multiplier) >> shift for 0 <= n < 2^31.
/// Requires divisor >= 1.
GpuDivisor gpu_divisor(unsigned divisor);

}  // namespace weft

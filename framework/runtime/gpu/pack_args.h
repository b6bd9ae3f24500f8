// The bytes that a GPU kernel is launched with (plan/gpu_arguments.h says what they are).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "plan/gpu_plan.h"
#include "runtime/gpu/kernel_args.h"

namespace weft {

/// What a kernel is launched with.
struct PackedArguments {
    /// A picture among them: which of the plan's images, and where it stands, in bytes.
    struct Place {
        int image = -1;
        std::size_t at = 0;
    };
    std::vector<std::byte> bytes;
    std::vector<Place> pictures;  ///< in the order of gpu_arguments()
};

/// The arguments of `kernel`; pictures[image] is the plan's picture as the kernel sees it. What a
/// border holds is filled in.
PackedArguments pack_args(const GpuPlan& plan, const GpuKernel& kernel,
                          const std::vector<GpuPicture>& pictures);

/// The same; `addresses[image]` is where the plan's picture lies on the device; pictures that the
/// kernel does not touch may be null. `slack` as in DevicePicture.
PackedArguments pack_args(const GpuPlan& plan, const GpuKernel& kernel,
                          const std::vector<float*>& addresses, int slack = 0);

/// Picture `image` as a kernel sees it when it lies at `data`.
GpuPicture gpu_picture(const GpuPlan& plan, int image, float* data, int slack = 0);

/// Such that n / divisor == (n * multiplier) >> shift for all 0 <= n < 2^31; divisor >= 1.
GpuDivisor gpu_divisor(unsigned divisor);

}  // namespace weft

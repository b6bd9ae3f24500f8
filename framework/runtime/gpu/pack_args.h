// The bytes that a GPU kernel is launched with (runtime/gpu/kernel_args.h says their layout).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "plan/plan.h"
#include "runtime/gpu/kernel_args.h"

namespace weft {

/// The argument block of `kernel`; pictures[image] is the plan's picture as the kernel sees it.
/// What a border holds is filled in.
std::vector<std::byte> pack_args(const Plan& plan, const GpuKernel& kernel,
                                 const std::vector<GpuPicture>& pictures);

/// The same; `addresses[image]` is where the plan's picture lies on the device; pictures that the
/// kernel does not touch may be null. `slack` as in DevicePicture.
std::vector<std::byte> pack_args(const Plan& plan, const GpuKernel& kernel,
                                 const std::vector<float*>& addresses, int slack = 0);

/// Where the first picture stands in that block; the others follow it. In bytes.
std::size_t first_picture_offset(const GpuKernel& kernel);

/// Picture `image` as a kernel sees it when it lies at `data`.
GpuPicture gpu_picture(const Plan& plan, int image, float* data, int slack = 0);

/// Such that n / divisor == (n * multiplier) >> shift for all 0 <= n < 2^31; divisor >= 1.
GpuDivisor gpu_divisor(unsigned divisor);

}  // namespace weft

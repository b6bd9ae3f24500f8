// External pictures, in a kernel's text.
#pragma once

#include <string>

#include "plan/external.h"
#include "plan/gpu_plan.h"

namespace weft {

/// The type of pictures that lie and are loaded in no way of their own.
inline constexpr const char* kPlainPicture = "weft::GpuPicture";

/// The type of a picture among a kernel's arguments, and of one that the kernel reads.
std::string cuda_picture_type(const ExternalImages& external, Id<PlanImage> image);
std::string cuda_input_type(const GpuKernel& kernel, const ExternalImages& external,
                            Id<PlanImage> image);

/// Whether a kernel loads or stores an external picture.
bool has_external(const GpuKernel& kernel, const ExternalImages& external);

/// What the text of such a kernel begins with; "" for any other.
std::string external_head(const GpuKernel& kernel, const ExternalImages& external);

}  // namespace weft

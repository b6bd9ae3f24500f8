// External pictures, in a kernel's text.
#pragma once

#include <string>

#include "plan/external.h"
#include "plan/gpu_plan.h"

namespace weft {

/// The type of a picture among a kernel's arguments: GpuPicture where there is no layout.
std::string cuda_picture_type(const std::optional<ExternalLayout>& layout);

/// Whether a kernel loads or stores an external picture.
bool has_external(const GpuKernel& kernel, const ExternalImages& external);

/// What the text of such a kernel begins with; "" for any other.
std::string external_head(const GpuKernel& kernel, const ExternalImages& external);

}  // namespace weft

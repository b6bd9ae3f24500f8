// Pictures that are not Weft's, in a kernel's text.
#pragma once

#include <string>

#include "plan/foreign.h"
#include "plan/gpu_plan.h"

namespace weft {

/// The type of a picture among a kernel's arguments, which is Weft's where there is no layout.
std::string cuda_picture_type(const std::optional<ForeignLayout>& layout);

/// Whether a kernel loads or stores such a picture.
bool has_foreign(const GpuKernel& kernel, const ForeignImages& foreign);

/// What the text of such a kernel begins with; "" for any other.
std::string foreign_head(const GpuKernel& kernel, const ForeignImages& foreign);

}  // namespace weft

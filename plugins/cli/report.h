// What weft render says when it is done.
#pragma once

#include <string>

#include "cli/render_job.h"

namespace weft {

/// One line: where the pictures are, the device, the times, the kernels.
std::string to_text(const RenderReport& report);

/// The same as a JSON object on one line. Times in seconds, windows as [x, y, width, height].
std::string to_json(const RenderReport& report);

}  // namespace weft

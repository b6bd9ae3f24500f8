// weft render without frames: one picture, as a batch of one.
#pragma once

#include "cli/exit_code.h"
#include "cli/render_options.h"

namespace weft {

/// Renders options.inputs to options.outputs, which appear whole or not at all, by run_batch().
Result<ExitCode> render_still(const RenderOptions& options, const Reporting& report);

}  // namespace weft

// The loop of a kernel over pixels where they lie.
#pragma once

#include <string>

#include "emit/writer.h"
#include "plan/pixel_rows.h"

namespace weft {

/// Prints the function: pixels into registers, the stages plane by plane, and pixels back. The last
/// vector of a row is computed in memory of its own.
void print_pixels(const CpuPlan& plan, const Kernel& kernel, const PixelRows& pixels,
                  const std::string& symbol, Writer& out);

}  // namespace weft

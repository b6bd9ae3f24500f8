// Where the time of a batch went, in the format of Chrome's and Perfetto's trace viewers.
#pragma once

#include <string>
#include <vector>

#include "batch/events.h"

namespace weft {

/// A whole JSON document: one track a worker, one bar a stage of a frame. Below the bar that
/// computes a frame lies one for each kernel that was timed, when it ran; below that one for each
/// of its sections. Sections take turns row by row and on several threads: each is drawn once, as
/// long as its share of the kernel, and its arguments give the sums.
std::string chrome_trace(const std::vector<StageSpan>& spans, const std::string& title);

}  // namespace weft

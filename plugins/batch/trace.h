// Where the time of a batch went, in the format of Chrome's and Perfetto's trace viewers.
#pragma once

#include <string>
#include <vector>

#include "batch/events.h"

namespace weft {

/// A whole JSON document: one track a worker, one bar a stage of a frame.
std::string chrome_trace(const std::vector<StageSpan>& spans, const std::string& title);

}  // namespace weft

// What weft render says when a picture is done.
#pragma once

#include <string>
#include <vector>

#include "batch/events.h"

namespace weft {

struct RenderReport {
    std::string effect;
    int threads = 0;
    bool fast = false;
    Computation computation;
    std::vector<WrittenPicture> outputs;
    /// FrameEnd::input_colours and output_colours.
    std::vector<std::string> input_paths, input_colours, output_colours;
    StageTimes seconds;
    int compiled = 0, from_cache = 0;
    std::vector<std::string> notes;  ///< what the user should know, one line each
};

/// One line: where the pictures are, the device, the times, the kernels; and one for each file of
/// which the colours were decided on.
std::string to_text(const RenderReport& report);

/// The same as a JSON object on one line. Times in seconds, windows as [x, y, width, height].
std::string to_json(const RenderReport& report);

}  // namespace weft

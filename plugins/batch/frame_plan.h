// What a frame reads and what its outputs will be, by headers alone: no pixel is touched.
#pragma once

#include <string>
#include <vector>

#include "batch/batch.h"
#include "batch/output_plan.h"
#include "pictures/picture_file.h"

namespace weft {

/// What to read of an input's file.
PictureChoice choice_of(const BatchOptions& options, std::size_t input);

/// The headers of a task's inputs: cheap, and enough to plan by.
Result<std::vector<PictureInfo>> read_headers(const FrameTask& task, PictureIO& io,
                                              const BatchOptions& options);

std::vector<ImageShape> shapes_of(const std::vector<PictureInfo>& inputs);

/// What the outputs will be, given the inputs' headers. `io` decides on their colours.
Result<std::vector<OutputPlan>> plan_frame(const FrameTask& task, const Graph& still,
                                           const Library& library, PictureIO& io,
                                           const BatchOptions& options,
                                           const std::vector<PictureInfo>& inputs);

/// What is computed of each output.
std::vector<Rect> regions_of(const std::vector<OutputPlan>& outputs);

/// Bytes of the pictures of a frame, read and written, and of their codecs on so many threads.
std::size_t frame_bytes(const std::vector<PictureInfo>& inputs,
                        const std::vector<OutputPlan>& outputs, int threads);

/// Something the user should know, once of a sequence.
struct FrameNote {
    std::string about;  ///< what the notes of other frames say the same of: "input 1"
    std::string text;
};

/// Of each input of which nobody chose a part: that its first of several is read; and what of it is
/// not read as it is. Of each output
/// what it lost of the first input.
std::vector<FrameNote> notes_of(const FrameTask& task, const std::vector<PictureInfo>& inputs,
                                const std::vector<OutputPlan>& outputs,
                                const BatchOptions& options);

}  // namespace weft

// Reading a frame: the pixels of its inputs.
#pragma once

#include <vector>

#include "batch/batch.h"
#include "pictures/picture_file.h"

namespace weft {

/// All of a task's inputs, in order. Errors name the file.
Result<std::vector<LoadedPicture>> read_frame(const FrameTask& task, PictureIO& io,
                                              const BatchOptions& options);

std::vector<PictureInfo> infos_of(const std::vector<LoadedPicture>& inputs);

}  // namespace weft

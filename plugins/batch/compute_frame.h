// Computing a frame that was read: from pixels to pixels.
#pragma once

#include <vector>

#include "batch/batch.h"
#include "batch/output_plan.h"
#include "pictures/picture_file.h"

namespace weft {

/// Memory for what is computed, and for the black around it. kMemory.
Result<std::vector<OutputPixels>> allocate_outputs(const std::vector<OutputPlan>& plans);

/// Runs what was prepared for just these pictures. kCancelled, whatever it gave, once the user
/// asked to stop.
Status compute_frame(Prepared& prepared, const FrameTask& task,
                     const std::vector<LoadedPicture>& inputs,
                     const std::vector<OutputPixels>& outputs, const BatchOptions& options);

/// What computes, as it is told of.
Computation computation_of(const Prepared& prepared);

}  // namespace weft

// What stands in the place of a frame that failed, where that is asked for.
#pragma once

#include "batch/batch.h"
#include "batch/write_frame.h"

namespace weft {

/// A checkerboard in place of every output of `task`: grey, and magenta where there is colour. As
/// large as the frame's own header says; else as the nearest frame's of the job that has one.
/// kInput: none has.
Result<FramePixels> placeholder_for(const FrameTask& task, const BatchJob& job,
                                    const BatchOptions& options);

}  // namespace weft

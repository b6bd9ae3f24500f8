// The stages that a frame goes through, one function each: they add to it, and tell how long they
// took. No thread, no queue.
#pragma once

#include <vector>

#include "batch/batch_reporter.h"
#include "batch/frame_memory.h"
#include "batch/write_frame.h"

namespace weft {

/// A frame on its way: what one stage hands to the next.
struct Frame {
    FrameEnd end;                       ///< its task, and what will be told of it
    Graph still;                        ///< from here on: by read_stage()
    FrameShare share;                   ///< none where there is no limit
    std::vector<LoadedPicture> inputs;  ///< not where it is rendered in bands
    FramePixels out;                    ///< plans and texts; the pixels by compute_stage()
    bool placeholder = false;           ///< `out` stands in for what could not be rendered
};

/// What all frames of a batch have in common.
struct BatchWork {
    const BatchJob& job;
    const BatchOptions& options;
    BatchReporter& reporter;
    FrameMemory& memory;
};

/// Decides what is to be done, waits for memory, and reads. False where nothing is to be done:
/// frame.end.state says why.
Result<bool> read_stage(const BatchWork& work, Frame& frame, int worker);

Status compute_stage(const BatchWork& work, Frame& frame, PreparedFrames& kernels, int worker);

/// Writes the outputs and puts them into place.
Status write_stage(const BatchWork& work, Frame& frame, int worker);

/// In place of computing and writing, for a frame in bands: it is read meanwhile.
Status banded_stage(const BatchWork& work, Frame& frame, PreparedFrames& kernels, int worker);

}  // namespace weft

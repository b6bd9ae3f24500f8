// Rendering a frame that is too large for the memory allowed: in bands, from the top.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "batch/batch.h"
#include "batch/prepared_frames.h"
#include "batch/write_frame.h"

namespace weft {

/// Hears of each band that was computed: how long that took, and what of it which node.
using BandListener = std::function<void(double seconds, std::vector<KernelTimes> kernels)>;

/// What became of a frame in bands.
struct BandedEnd {
    Placed placed;
    Computation computation;  ///< of its last band
};

/// Reads, computes and writes a frame band by band, in `limit` bytes of pictures, scratch memory
/// and codecs; its outputs take their places at the end. `software`: one text per output. Adds the
/// times it takes. kMemory: even the smallest bands take more, which the message tells.
Result<BandedEnd> render_in_bands(const BatchJob& job, const BatchOptions& options,
                                  const FrameTask& task, const Graph& still,
                                  const std::vector<std::string>& software, std::size_t limit,
                                  PreparedFrames& prepared, StageTimes& seconds,
                                  const BandListener& computed);

}  // namespace weft

// The memory that frames in flight may take: how much one takes, and waiting until it is free.
#pragma once

#include <cstddef>
#include <mutex>
#include <vector>

#include "batch/batch.h"
#include "batch/memory_budget.h"
#include "batch/output_plan.h"
#include "batch/prepared_frames.h"

namespace weft {

/// A frame's share of the memory.
struct FrameShare {
    MemoryShare memory;
    bool in_bands = false;  ///< it takes more than there is: it gets all, and is rendered in bands
    std::vector<PictureInfo> inputs = {};  ///< their headers, which said so
    std::vector<OutputPlan> outputs = {};  ///< what follows from them
};

class FrameMemory {
  public:
    /// `range` and `preparing` are those of PreparedFrames. All outlive this.
    FrameMemory(const BatchJob& job, const BatchOptions& options, const std::vector<Graph>& range,
                std::mutex& preparing);

    /// In bytes, for pictures, scratch memory and codecs; 0: no limit.
    std::size_t limit() const { return budget_.limit(); }

    /// Waits for what the frame takes. By several threads at a time; for where there is a limit.
    Result<FrameShare> claim(const FrameTask& task, const Graph& still);

  private:
    /// Bytes of the kernels that compute a frame.
    Result<std::size_t> scratch_of(const Graph& still, const std::vector<PictureInfo>& inputs,
                                   const std::vector<OutputPlan>& outputs);

    const BatchJob& job_;
    const BatchOptions& options_;
    MemoryBudget budget_;
    std::mutex sizing_;
    PreparedFrames sizes_;
};

}  // namespace weft

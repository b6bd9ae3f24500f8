// What is to be done with a frame, decided before a pixel of its inputs is read: what is on disk of
// it, and what its outputs will record.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "batch/batch.h"

namespace weft {

/// What is there of a task's outputs: all, and made by just this; or something, or nothing.
enum class OnDisk { kNothing, kSomething, kComplete };

/// `fingerprints`, one per output; empty: not to be compared, since nobody asked.
OnDisk outputs_on_disk(const FrameTask& task, const std::vector<std::string>& fingerprints,
                       PictureIO& io, const std::atomic<bool>* cancel);

struct FrameAhead {
    Graph still;                        ///< the job's graph as it is at the frame
    std::optional<FrameState> known;    ///< what it is already; nothing: it is to be rendered
    std::vector<std::string> software;  ///< then: texts for "Software", one per output
};

/// kInput: an input is not there.
Result<FrameAhead> look_ahead(const FrameTask& task, const BatchJob& job,
                              const BatchOptions& options);

}  // namespace weft

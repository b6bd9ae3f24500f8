// What is on disk of a job, frame by frame, whoever rendered it.
#pragma once

#include <optional>
#include <vector>

#include "batch/batch.h"

namespace weft {

/// What stands where the outputs of a task belong.
enum class Standing {
    kComplete,     ///< whole pictures, made by just these settings of these inputs
    kPlaceholder,  ///< a placeholder among them
    kOther,        ///< something: made otherwise, or damaged
    kMissing       ///< nothing, or not all
};

/// "complete", "placeholder", "other", "missing".
const char* standing_name(Standing standing);

struct FrameFinding {
    FrameTask task;
    Standing standing = Standing::kMissing;
    /// Why it cannot be rendered, as far as its inputs tell: they are read where it is not
    /// complete.
    std::optional<Error> error;
};

/// Looks at all tasks, several at a time; in their order. Nothing is written. Those not looked at
/// since options.cancel was set are left out.
std::vector<FrameFinding> inspect_batch(const BatchJob& job, const BatchOptions& options);

}  // namespace weft

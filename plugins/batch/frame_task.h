// What a job consists of: for each frame and view, which files are read and which are written.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "batch/frames_to_read.h"
#include "batch/sequence_path.h"
#include "support/result.h"

namespace weft {

/// One frame of one view.
struct FrameTask {
    int frame = 0;
    std::string view;                          ///< "" where there is one view without a name
    std::vector<std::string> inputs, outputs;  ///< paths, one per picture of the effect, in order

    friend bool operator==(const FrameTask&, const FrameTask&) = default;
};

/// "frame 7", "frame 7 (left)".
std::string name_of(const FrameTask& task);

/// The paths of a job, one per picture of the effect, in order.
struct JobPaths {
    std::vector<SequencePath> inputs, outputs;
    std::vector<std::string> views;  ///< at least one; "" alone where there are none
    /// What is read where frames are not on disk, by input; none: nothing.
    std::vector<MissingFrames> missing = {};
};

/// What `given` says for each of `names`, of which the first `required` must be given: NAME=PATH
/// takes its own, a path the next that nobody asked for. kUsage: too many, too few, a name that is
/// none or given twice. `effect` and `flag` ("-i") are for messages.
Result<std::vector<std::optional<std::string>>> match_names(const std::vector<std::string>& given,
                                                            const std::vector<std::string>& names,
                                                            std::size_t required,
                                                            const std::string& effect,
                                                            const std::string& flag);

/// The same where every name must be given.
Result<std::vector<std::string>> in_order(const std::vector<std::string>& given,
                                          const std::vector<std::string>& names,
                                          const std::string& effect, const std::string& flag);

/// All frames of all views, frame by frame. kUsage: two tasks would write one file, a task would
/// overwrite what another or itself reads.
Result<std::vector<FrameTask>> make_tasks(const JobPaths& paths, const std::vector<int>& frames);

}  // namespace weft

// Which files are read and written, frame by frame: from the paths and frames that were given.
#pragma once

#include <string>
#include <vector>

#include "batch/frame_task.h"
#include "batch/share.h"
#include "cli/render_options.h"

namespace weft {

struct RenderTasks {
    std::vector<int> frames;  ///< this machine's share of those asked for; none where none were
    std::vector<FrameTask> tasks;
    std::vector<PictureChoice> choices;  ///< one per input of the effect, without colours
    std::vector<std::string> notes;      ///< what the user should know, one line each
};

/// The frames of flags.frames, of which there are some. Optional inputs that were given become
/// inputs of the session's graph. kUsage: a path or a range that is none, paths that do not fit the
/// effect or one another.
Result<RenderTasks> tasks_of_frames(const RenderOptions& options, const SequenceFlags& flags,
                                    const FarmTask& farm, Session& session);

/// One picture, where no frame was asked for: paths as they are, which may name what they read.
Result<RenderTasks> task_of_picture(const RenderOptions& options, Session& session);

}  // namespace weft

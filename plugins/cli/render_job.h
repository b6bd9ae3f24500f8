// What weft render is to do, checked and ready to run: session, tasks, options.
#pragma once

#include <string>
#include <vector>

#include "batch/batch.h"
#include "batch/share.h"
#include "cli/render_options.h"

namespace weft {

struct RenderJob {
    Session session;
    std::vector<int> frames;  ///< this machine's share of them; none: one picture, of no frame
    std::vector<FrameTask> tasks;
    BatchOptions options;
    FarmTask farm;  ///< what the farm says; nothing where there are no frames to share
    PictureIO* io = nullptr;
    std::vector<std::string> notes;  ///< what the user should know, one line each

    /// Valid as long as this is, where it is.
    BatchJob batch() const { return {session.graph, session.library, *session.engine, *io, tasks}; }
};

/// Opens the session, finds the frames, checks paths and formats: what a mistyped word would break,
/// before a picture is read or a kernel compiled.
Result<RenderJob> open_job(const RenderOptions& options, const SequenceFlags& flags);

}  // namespace weft

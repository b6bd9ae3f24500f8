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
    std::vector<int> frames;  ///< this machine's share; empty: a single picture, not a sequence
    std::vector<FrameTask> tasks;
    BatchOptions options;
    FarmTask farm;  ///< the farm's task; default where there are no frames to share
    PictureIO* io = nullptr;
    std::vector<std::string> notes;  ///< what the user should know, one line each

    /// Holds references into *this, which must neither be moved nor destroyed while it is in use.
    BatchJob batch() const { return {session.graph, session.library, *session.engine, *io, tasks}; }
};

/// Opens the session, finds the frames, and checks paths and formats, so that mistyped words are
/// reported before a picture is read or a kernel compiled.
Result<RenderJob> open_job(const RenderOptions& options, const SequenceFlags& flags);

}  // namespace weft

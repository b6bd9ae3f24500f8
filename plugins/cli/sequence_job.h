// A sequence as it was asked for, checked and ready to run: session, frames, tasks, options.
#pragma once

#include <string>
#include <vector>

#include "batch/batch.h"
#include "batch/share.h"
#include "cli/sequence.h"

namespace weft {

struct SequenceJob {
    Session session;
    std::vector<int> frames;  ///< this machine's share of them
    std::vector<FrameTask> tasks;
    BatchOptions options;
    FarmTask farm;  ///< what the farm says
    PictureIO* io = nullptr;
    std::vector<std::string> notes;  ///< what the user should know, one line each

    /// Valid as long as this is, where it is.
    BatchJob batch() const { return {session.graph, session.library, *session.engine, *io, tasks}; }
};

/// Opens the session, finds the frames, checks paths and formats: what a mistyped word would break,
/// before a picture is read or a kernel compiled.
Result<SequenceJob> open_sequence(const RenderOptions& options, const SequenceFlags& flags);

}  // namespace weft

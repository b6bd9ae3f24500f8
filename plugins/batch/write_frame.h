// Writing a frame: its outputs beside their targets, then all into place.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "batch/batch.h"
#include "batch/frame_plan.h"
#include "batch/output_plan.h"
#include "pictures/output_file.h"
#include "pictures/picture_file.h"

namespace weft {

/// Pictures ready to be written; of each the same number.
struct FramePixels {
    std::vector<OutputPlan> plans;
    std::vector<OutputPixels> pixels;
    std::vector<std::string> software;  ///< texts for "Software"
};

/// What became of a frame's outputs.
struct Placed {
    std::vector<WrittenPicture> written;  ///< took their places; all, where there is no error
    std::vector<FrameNote> notes = {};
    std::optional<Error> error = {};
};

/// An output on its way: written beside its target, and gone unless it is placed.
struct OpenOutput {
    OutputFile file;
    std::unique_ptr<PictureWriter> writer;
};

/// What of an output's values its file does not hold as they were, added to `notes`.
void note_values(std::size_t output, const std::string& path, const PictureWriter& writer,
                 std::vector<FrameNote>& notes);

/// Begins to write to `path`. `source` may be null, and outlives it. Errors of all that follows
/// name the path.
Result<OpenOutput> open_output(const std::string& path, const OutputPlan& plan,
                               const std::string& software, const PictureInfo* source,
                               PictureIO& io, const BatchOptions& options);

/// The next rows from the top.
Status write_rows(const std::string& path, OpenOutput& output, const PictureView& rows);

/// After the last row.
Status finish_output(const std::string& path, OpenOutput& output);

/// Puts finished outputs of a task into place, one after the other.
Placed place_outputs(const FrameTask& task, const std::vector<OutputPlan>& plans,
                     std::vector<OutputFile>& files, const BatchOptions& options);

/// All of that: outputs are written one after the other, then placed. `source` may be null.
Placed write_frame(const FrameTask& task, const FramePixels& frame, const PictureInfo* source,
                   PictureIO& io, const BatchOptions& options);

}  // namespace weft

// Rendering frames, one or many: reading, computing and writing of different frames overlap.
//
// The caller builds the graph and the tasks; run_batch() evaluates keyframes, prepares, and tells a
// listener what becomes of every frame. What is on disk afterwards is whole pictures, whatever
// happened: stopped, failed or killed, a run can be continued.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "batch/events.h"
#include "batch/fixed_pictures.h"
#include "batch/frame_task.h"
#include "batch/output_plan.h"
#include "batch/record.h"
#include "engine/engine.h"
#include "pictures/file_kind.h"
#include "pictures/picture_file.h"

namespace weft {

/// What to do where a frame cannot be rendered for a reason of its own: an input is missing,
/// damaged, of a wrong size; it takes more memory than there is.
enum class OnError {
    kStop,        ///< frames in hand are finished, no other is begun
    kSkip,        ///< go on; there is no picture of that frame
    kPlaceholder  ///< go on, with a picture in its place that nobody takes for the real one
};

struct BatchOptions {
    std::optional<Rect> region;          ///< compute this part of every frame only
    std::vector<PictureChoice> choices;  ///< one per input; none: the first part of each, whole
    std::vector<std::string> output_colours;  ///< PictureChoice::colour, by output; none: raw
    std::optional<StoredFormat> format;       ///< of outputs; nothing: as in the input
    FixNan fix_nan = FixNan::kNone;  ///< of inputs; of each it is told, in a note, how many
    OtherChannels others = OtherChannels::kKeep;  ///< of the first input, in every output
    std::string compression;  ///< of outputs; "": as in the input, or the usual one
    RenderSettings settings;  ///< recorded in every output
    OnError on_error = OnError::kStop;
    bool skip_complete = false;  ///< leave outputs that decode and were made by the same settings
    bool resume = false;         ///< the same, and remove what a killed run left half-written
    bool keep_existing = false;  ///< never replace a file
    bool create_folders = false;
    int parallel_frames = 1;  ///< computed at a time, each with the engine's threads
    /// Most bytes; 0: no limit. Frames that take more are rendered in bands. Of it, `overhead` is
    /// what the program takes beside pictures, kernels' scratch memory and codecs.
    std::size_t memory = 0, overhead = 0;
    const std::atomic<bool>* cancel = nullptr;
    /// Hears how much of a frame is computed, 0 to 1, from any thread; empty: nobody asks. Not of
    /// frames in bands.
    std::function<void(const FrameTask& task, double fraction)> progress = {};
};

struct BatchJob {
    const Graph& graph;  ///< curves and all
    const Library& library;
    Engine& engine;
    PictureIO& io;  ///< as many threads of its own as were set
    std::vector<FrameTask> tasks;
};

/// Renders all tasks; one by itself in the caller's thread. Events come one at a time, from several
/// threads; the last is a BatchEnd, which is returned too.
BatchEnd run_batch(const BatchJob& job, const BatchOptions& options, const BatchListener& listen);

/// What run_batch() would do with each task: rendered, complete, kept, or failed for an input that
/// is not there. Nothing is written and no pixel is computed.
std::vector<FrameEnd> foresee_batch(const BatchJob& job, const BatchOptions& options);

/// What compile_batch() did.
struct CompiledBatch {
    std::size_t frames = 0;            ///< tasks that are ready
    int compiled = 0, from_cache = 0;  ///< kernels
    std::optional<Error> error;        ///< what ended it, or why no task is ready
};

/// Compiles what all tasks need, into the cache, and renders none. Tasks whose pictures cannot be
/// read are passed over: that is told when they are rendered.
CompiledBatch compile_batch(const BatchJob& job, const BatchOptions& options);

}  // namespace weft

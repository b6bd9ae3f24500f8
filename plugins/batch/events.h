// What happens during a batch, as values: for a terminal, a log, a farm, or a window.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "batch/frame_task.h"
#include "core/rect.h"
#include "pictures/file_kind.h"
#include "runtime/kernel_times.h"
#include "support/result.h"

namespace weft {

/// What became of a frame.
enum class FrameState {
    kRendered,     ///< its outputs are in place
    kComplete,     ///< they were there, made in just this way
    kKept,         ///< something was there, and was not to be replaced
    kPlaceholder,  ///< it failed, and placeholders are in place
    kFailed,       ///< it failed, and no output is in place
    kCancelled     ///< the user stopped it; no output is in place
};

/// "rendered", "complete", "kept", "placeholder", "failed", "cancelled".
const char* state_name(FrameState state);

/// Seconds of work for one frame, or of all: waiting does not count.
struct StageTimes {
    double read = 0, prepare = 0, compute = 0, write = 0;
    StageTimes& operator+=(const StageTimes& other);
};

struct BatchStart {
    std::string effect, device;
    std::size_t frames = 0;  ///< tasks: frames times views
    std::string range;       ///< of frames, as format_frames() writes it
    int threads = 0, parallel_frames = 0;
    std::size_t memory = 0;  ///< the budget; 0: none
};

/// A picture that took its place.
struct WrittenPicture {
    std::string path;
    Rect window;
    int channels = 0;
    StoredFormat format;
};

/// What computed a frame.
struct Computation {
    std::string device;             ///< "" where nothing did
    int kernels = 0;                ///< launched
    std::size_t scratch_bytes = 0;  ///< beyond the pictures
};

struct FrameEnd {
    FrameTask task;
    FrameState state = FrameState::kRendered;
    StageTimes seconds;
    Computation computation;
    /// All outputs, where it was rendered or is a placeholder. Where it failed those that took
    /// their places before one could not.
    std::vector<WrittenPicture> written;
    /// The colour space of each input and output and who decided it, for people: to_text() of
    /// FileColour.
    std::vector<std::string> input_colours, output_colours;
    std::optional<Error> error;  ///< where it failed
    std::size_t done = 0, total = 0;
    double elapsed = 0;               ///< seconds since the batch began
    std::optional<double> remaining;  ///< seconds, as it looks; nothing before a frame is done
};

struct BatchNote {
    std::string text;
};

/// How it ended. Frames that were never begun are in no count but `total`.
struct BatchEnd {
    std::size_t total = 0, rendered = 0, complete = 0, kept = 0, placeholders = 0, failed = 0;
    StageTimes seconds;  ///< sums over frames
    double elapsed = 0;  ///< seconds
    int compiled = 0, from_cache = 0;
    std::string device;          ///< that computed the last frame; "" where none was
    std::vector<int> failures;   ///< frames without their pictures, placeholders among them
    std::optional<Error> error;  ///< what ended the batch early, or the first failure
    bool stopped = false;        ///< by a failure: frames were left out
    bool cancelled = false;      ///< by the user
};

/// A stretch of time that a worker spent on a stage of a frame, in seconds since the batch began.
struct StageSpan {
    FrameTask task;
    const char* stage = "";  ///< "read", "prepare", "compute", "write"; "bands": all of them,
                             ///< with a "compute" for each band
    int worker = 0;
    double begin = 0, end = 0;
    std::vector<KernelTimes> kernels = {};  ///< of "compute", where the engine times nodes
};

using BatchEvent = std::variant<BatchStart, FrameEnd, BatchNote, StageSpan, BatchEnd>;
using BatchListener = std::function<void(const BatchEvent&)>;

}  // namespace weft

// Rendering: read, prepare, run, write; values in, a report out.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "batch/events.h"
#include "cli/command_session.h"
#include "cli/exit_code.h"
#include "pictures/picture_file.h"

namespace weft {

struct RenderOptions {
    EffectChoice choice;
    EngineOptions engine;
    /// PATH or NAME=PATH, one per picture that the effect takes or gives; paths in its order.
    std::vector<std::string> inputs, outputs;
    std::optional<Rect> region;
    std::optional<StoredFormat> format;
    std::vector<PictureChoice> choices;  ///< one per input; none: the first part of each, whole
    bool keep_layers = false;            ///< of the first input, in every output
    bool any_size = false;               ///< PictureIO::allow_any_size()
    std::string compression;             ///< "": as in the input, or the usual one
    bool progress = true;
};

struct RenderReport {
    std::string effect, device;
    int threads = 0;
    bool fast = false;
    std::vector<WrittenPicture> outputs;
    int kernels = 0;
    std::size_t scratch_bytes = 0;
    int compiled = 0, from_cache = 0;
    double read_seconds = 0, prepare_seconds = 0, run_seconds = 0, write_seconds = 0;
    std::vector<std::string> notes;  ///< what the user should know, one line each
};

/// Whether a picture can be written there in the format and compression asked for, as far as its
/// name tells. "cannot write 'PATH': ...".
Status check_file_kind(const std::string& path, const RenderOptions& options);

/// Outputs appear whole or not at all: all are written beside their targets first.
/// `partial` is set when some took their places and others could not.
Result<RenderReport> render(const RenderOptions& options, bool& partial);

}  // namespace weft

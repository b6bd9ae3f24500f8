// What weft render is asked for, as values.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "batch/fixed_pictures.h"
#include "cli/command_session.h"
#include "pictures/picture_file.h"

namespace weft {

struct RenderOptions {
    EffectChoice choice;
    EngineOptions engine;
    /// PATH or NAME=PATH, one per picture that the effect takes or gives; paths in its order.
    /// Others have those of the document (cli/render_paths.h).
    std::vector<std::string> inputs, outputs;
    std::optional<Rect> region;
    std::optional<StoredFormat> format;
    /// One for all inputs, or one for each in the effect's order; none: as the document says, else
    /// the first part of each, and its main layer.
    std::vector<std::string> parts, layers;
    std::vector<std::string> colours;  ///< as colour_choices() takes them
    FixNan fix_nan = FixNan::kNone;    ///< of all inputs
    bool keep_layers = false;          ///< refuse where the first input's others cannot be kept
    bool drop_layers = false;          ///< never write them
    bool any_size = false;             ///< PictureIO::allow_any_size()
    std::string compression;           ///< "": as in the input, or the usual one
    std::string memory;                ///< most to use, as parse_memory() takes it; "": any
};

/// What of frames is asked for. As given on the command line.
struct SequenceFlags {
    std::vector<std::string> frames;  ///< none: one picture, of no frame
    std::string views, chunk, profile;
    std::string on_error = "stop", progress = "auto";
    bool skip_existing = false, resume = false, no_clobber = false, create_folders = false,
         dry_run = false, compile_only = false;
    int parallel_frames = 1;
};

/// What is printed.
struct Reporting {
    bool quiet = false;  ///< nothing but errors
    bool json = false;   ///< the summary as JSON, and no progress
};

}  // namespace weft

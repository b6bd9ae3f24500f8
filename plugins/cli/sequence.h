// weft render with frames: its flags, and running them.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/render_job.h"

namespace weft {

/// As given on the command line.
struct SequenceFlags {
    std::vector<std::string> frames;  ///< none: a single picture is rendered
    std::string views, chunk, memory, profile;
    std::string on_error = "stop", progress = "auto";
    bool skip_existing = false, resume = false, no_clobber = false, create_folders = false,
         dry_run = false, compile_only = false;
    int parallel_frames = 1;
};

/// What is rendered, and how: --frames, --views, --on-error, --memory...
void add_sequence_flags(CLI::App& command, SequenceFlags& flags);

/// Of one run: --chunk, --resume, --dry-run, --compile-only, --progress, --profile. After the
/// other.
void add_run_flags(CLI::App& command, SequenceFlags& flags);

/// What is printed of it.
struct SequenceReport {
    bool quiet = false;  ///< nothing but errors
    bool json = false;   ///< the summary as JSON, and no progress
};

/// Renders options.inputs and options.outputs, which are paths of sequences, by run_batch().
Result<ExitCode> render_sequence(const RenderOptions& options, const SequenceFlags& flags,
                                 const SequenceReport& report);

}  // namespace weft

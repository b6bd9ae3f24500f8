// weft render with frames: its flags, and running them.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/exit_code.h"
#include "cli/render_options.h"

namespace weft {

/// What is rendered, and how: --frames, --views, --on-error...
void add_sequence_flags(CLI::App& command, SequenceFlags& flags);

/// Of one run: --chunk, --resume, --dry-run, --compile-only, --progress, --profile. After the
/// other.
void add_run_flags(CLI::App& command, SequenceFlags& flags);

/// Renders options.inputs and options.outputs, which are paths of sequences, by run_batch().
Result<ExitCode> render_sequence(const RenderOptions& options, const SequenceFlags& flags,
                                 const Reporting& report);

}  // namespace weft

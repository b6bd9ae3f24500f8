// What is rendered, as the command line says it: for weft render, and for whoever has it run.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "cli/flags.h"
#include "cli/render_options.h"

namespace weft {

/// As given on the command line.
struct RenderFlags {
    RenderOptions options;
    EngineFlags engine;
    SequenceFlags sequence;
    std::string region, format, fix_nan = "none";
    std::vector<std::string> mask;     ///< at most one
    bool quiet = false, json = false;  ///< of weft render alone
};

/// The effect, its pictures, the frames and the engine; not what is of one run (add_run_flags()).
void add_render_flags(CLI::App& command, RenderFlags& flags);

/// What the flags mean. kUsage errors.
Result<RenderOptions> to_options(const RenderFlags& flags);

}  // namespace weft

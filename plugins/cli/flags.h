// Flags that several commands share, and the options they set.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "cli/command_session.h"

namespace weft {

/// Engine flags as words; to_options() turns them into options.
struct EngineFlags {
    std::string math = "strict";
    std::string fusion = "auto", tile = "auto", split = "auto", planes = "auto", borders = "auto";
    std::optional<double> fraction = {};
    std::string nesting = {};   ///< empty: as the strategy of fusion has it
    std::string legality = {};  ///< empty: extended
    std::optional<double> most_shared = {};
    std::vector<std::string> fusion_costs = {};  ///< NAME=CYCLES
    bool no_cache = false;
    EngineOptions options = {.device = "auto"};
    EngineOptions to_options() const;
};

/// EFFECT, --set, --mix, --intermediates and --functors.
void add_effect_flags(CLI::App& command, EffectChoice& choice);

/// --trust and --trust-folder, for commands that may be given documents; add_effect_flags() adds
/// them.
void add_trust_flags(CLI::App& command, TrustOptions& trust);

/// --given, for commands that take no pictures.
void add_given_flag(CLI::App& command, EffectChoice& choice);

/// --device, --target, --fusion, --legality, --max-shared-growth, --fusion-cost, --nesting, --tile,
/// --fraction, --split, --planes, --borders, --threads, --math, --disable, --no-cache, --cache-dir.
void add_engine_flags(CLI::App& command, EngineFlags& flags);

/// --size and --channels, for commands that plan without pictures.
struct ShapeFlags {
    std::string size = "1920x1080";
    int channels = 3;
};
void add_shape_flags(CLI::App& command, ShapeFlags& flags);

/// What the engine is asked to prepare for pictures of that size. kUsage errors.
Result<std::vector<ImageShape>> input_shapes(const Session& session, const ShapeFlags& flags);

}  // namespace weft

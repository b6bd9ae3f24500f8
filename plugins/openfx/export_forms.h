// The forms that an effect's kernels come in: all that a bundle without a compiler may be asked
// for.
#pragma once

#include <vector>

#include "compile/host_compiler.h"
#include "engine/ahead.h"
#include "openfx/description.h"

namespace weft::openfx {

/// Sources of the plug-in's kernels for a level, each once: for pictures and optional pictures of
/// 4, 3 and 1 planes, all its reaches, and each choice, switch and small whole number that shows in
/// kernels, one away from the default at a time. Those are for pictures of the most planes that the
/// plug-in takes. Errors: those of planning at the defaults.
Result<std::vector<HostSource>> sources_of(const PluginDescription& plugin, const Library& library,
                                           const ProcessorLevel& level);

/// The parameters by name that show in kernels but cannot be compiled for: they stay as they are.
std::vector<std::string> fixed_parameters(const PluginDescription& plugin, const Library& library);

}  // namespace weft::openfx

// Printing a plug-in's description to the host. Decides nothing.
#pragma once

#include <string>

#include "openfx/description.h"
#include "openfx/host.h"

namespace weft::openfx {

/// For the action of that name: what holds in all contexts. The status is the host's first refusal.
Reply describe_plugin(const PluginDescription& plugin, const Suites& suites, EffectHandle effect);

/// Clips and parameters. kUnsupported where the plug-in does not have the context.
Reply describe_in_context(const PluginDescription& plugin, const Suites& suites,
                          EffectHandle effect, const std::string& context);

}  // namespace weft::openfx

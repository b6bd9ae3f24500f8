// A graph as a plug-in.
#pragma once

#include <optional>
#include <string>

#include "openfx/description.h"

namespace weft::openfx {

/// The graph as a plug-in; a filter without a mix gets one, and a mask. Nothing where a host could
/// not use it: several outputs, as the graph's parts have them, or planes that are no colours.
std::optional<PluginDescription> plugin_of(const Graph& graph, const std::string& identifier,
                                           const std::string& label, const std::string& summary,
                                           const Library& library);

/// Whether hosts can show so many planes: alpha, RGB or RGBA.
bool is_colour(int planes);

}  // namespace weft::openfx

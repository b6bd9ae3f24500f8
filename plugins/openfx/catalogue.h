// The plug-ins there are: Weft's effects, and the functors that are of use by themselves.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "openfx/description.h"

namespace weft::openfx {

/// The graph as a plug-in; a filter without a mix gets one, and a mask. Nothing where a host could
/// not use it: several outputs, as the graph's parts have them, or planes that are no colours.
std::optional<PluginDescription> plugin_of(const Graph& graph, const std::string& identifier,
                                           const std::string& label, const std::string& summary,
                                           const Library& library);

/// All of them, effects first. Neither a compiler nor a GPU is touched.
std::vector<PluginDescription> catalogue(const Library& library);

}  // namespace weft::openfx

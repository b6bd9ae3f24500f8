// How far an effect's nodes may read, in steps: what a kernel compiled ahead of time serves.
//
// A radius is a constant of a kernel, unless the kernel is compiled for many
// (passes/dynamic_stencil.h). One for all that a slider can mean would keep as many rows at a
// radius of 2 as at one of 200, so there are a few, and values take the smallest that holds them.
#pragma once

#include <vector>

#include "openfx/description.h"

namespace weft::openfx {

/// The smallest step first, each within the next; the last is all that sliders show. One without
/// ranges where no parameter changes how far nodes read.
std::vector<Reach> reaches_of(const PluginDescription& plugin, const Library& library);

/// The first of the plug-in's reaches that holds the values that `graph`, its own, has. kUsage:
/// none.
Result<const Reach*> reach_for(const PluginDescription& plugin, const Library& library,
                               const Graph& graph);

/// Lets moving averages restart where they do anywhere in the reach.
Graph restarted(Graph graph, const Reach& reach);

/// Graphs across the reach that are like `graph`, which is restarted(), in all else:
/// PrepareRequest::range. Empty where the reach has no ranges.
Result<std::vector<Graph>> graphs_across(const Reach& reach, const PluginDescription& plugin,
                                         const Library& library, const Graph& graph);

}  // namespace weft::openfx

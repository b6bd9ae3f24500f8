// Errors of graphs in the words of a host's user, who sees a plug-in and no nodes.
#pragma once

#include <string>

#include "openfx/description.h"

namespace weft::openfx {

/// `message`, which is about the plug-in's graph, with the labels of parameters where it names
/// those of nodes, the names of clips where it names inputs, and without the names of nodes.
std::string in_plain_words(std::string message, const PluginDescription& plugin,
                           const Library& library, const std::string& context);

}  // namespace weft::openfx

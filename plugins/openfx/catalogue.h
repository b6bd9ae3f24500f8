// The plug-ins there are: Weft's effects, and the functors that are of use by themselves.
#pragma once

#include <vector>

#include "openfx/description.h"

namespace weft::openfx {

/// All of them, effects first. Neither a compiler nor a GPU is touched.
std::vector<PluginDescription> catalogue(const Library& library);

}  // namespace weft::openfx

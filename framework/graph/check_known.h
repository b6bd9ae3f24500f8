// Whether the library has a node's functor.
#pragma once

#include "graph/graph.h"

namespace weft {

/// A kDocument error where it has not, with the node's name and the nearest functor's.
Status check_known(const Node& node, const Library& library);

}  // namespace weft

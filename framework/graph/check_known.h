// Whether the library has a node's functor.
#pragma once

#include "graph/graph.h"

namespace weft {

/// An error with the nearest name when it has not.
Status check_known(const Node& node, const Library& library);

}  // namespace weft

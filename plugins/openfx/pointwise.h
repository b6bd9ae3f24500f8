// Whether pixels of an effect's result depend on nothing but the same pixel of its pictures.
#pragma once

#include "graph/graph.h"

namespace weft::openfx {

/// Whether that is so, wherever the pixel lies and however large pictures are: known of nodes that
/// read no neighbours, ask for no place and no size, and keep the size with every value of their
/// parameters, each at both ends of its range by itself. A functor that was not translated is none
/// of them. Requires a validated graph.
bool is_pointwise(const Graph& graph, const Library& library);

}  // namespace weft::openfx

// What the search and the palette offer: functors by the words of compositors, and a few actions.
#pragma once

#include <vector>

#include "graph/library.h"
#include "model/search.h"

namespace weft::editor {

/// In the order of the palette; those of a category lie together.
std::vector<SearchEntry> node_catalogue(const Library& library);

}  // namespace weft::editor

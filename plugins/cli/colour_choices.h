// --colour: of which file it is, and what stands in the document.
#pragma once

#include <string>
#include <vector>

#include "graph/graph.h"
#include "support/result.h"

namespace weft {

/// PictureChoice::colour of each of an effect's inputs and outputs, in its order.
struct ColourChoices {
    std::vector<std::string> inputs, outputs;
};

/// From SPACE, for all files, and NAME=SPACE, for those of an input or output, which come first;
/// then what the document says. SPACE may be "auto" and "raw"; "auto" for all is nothing but what
/// is usual. kUsage: no input or output has the name.
Result<ColourChoices> colour_choices(const std::vector<std::string>& texts, const Graph& graph);

/// For the record of how a picture was made: choices, and the configuration they are of.
std::string record_of(const ColourChoices& choices);

}  // namespace weft

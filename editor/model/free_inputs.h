// Inputs that nothing is connected to yet, of nodes whose main input is connected, as A of a Merge
// that has its B: the viewer passes such nodes by, and their boxes say so. What is rendered is
// refused as before.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "model/editor_document.h"

namespace weft::editor {

/// Those nodes, and the number of the main input of each. None that is disabled, whose functor is
/// not known, or that lies in an instance of an effect: what an effect does without an input is for
/// the effect to say.
std::map<NodeId, int> unfinished_nodes(const Document& document, const Library& library);

/// viewed() of a document in which those are disabled.
Result<Graph> seen(const Document& document, const Library& library, ImageId image,
                   std::optional<ImageId> other = {});

/// Of each of them, what is free and what is shown meanwhile; for people.
std::map<NodeId, std::string> free_inputs(const Document& document, const Library& library);

}  // namespace weft::editor

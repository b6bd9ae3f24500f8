// What a document says without its functors being loaded: what can be shown before any of its code
// runs.
#pragma once

#include <string>
#include <vector>

#include "graph/document_functors.h"
#include "support/result.h"

namespace weft {

struct DocumentOutline {
    struct Node {
        std::string name, functor;
    };
    std::string name, summary;
    std::vector<std::string> inputs;  ///< the optional ones among them, at the end
    std::vector<Node> nodes;          ///< by id, as they stand there
    std::vector<std::string> outputs, controls;
    FunctorTexts functors;
};

/// Reads that much of a document. Nothing is checked: names may be anything, since validation needs
/// the functors. kDocument errors: not JSON, not an object, members of other types.
Result<DocumentOutline> outline_of_document(const std::string& text);

}  // namespace weft

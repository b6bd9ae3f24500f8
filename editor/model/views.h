// What a viewer shows of a document: which items have numbers, and how two are compared. It is
// saved with the document, as the member "viewer" of its member "editor" (model/editor_document.h),
// and is no part of it: to view something else is no edit.
//
//   "viewer": {"numbers": [{"number": 1, "output": "output"}, {"number": 2, "node": 0}],
//              "shows": 2, "with": 1, "compare": "wipe", "wipe": 0.25}
//
// Without "with" nothing is compared. What a document has not is left out.
#pragma once

#include <map>
#include <string>

#include "model/editor_document.h"

namespace weft::editor {

struct Views {
    std::map<int, ItemId> numbers{{1, {ItemKind::kOutput, 0}}};  ///< 1 to 9: inputs, nodes, outputs
    int shows = 1;                                               ///< the number of what is viewed
    int with = 0;         ///< the number that it is compared with; 0: none
    std::string compare;  ///< "wipe", "difference", "side-by-side"; empty: not compared
    double wipe = 0.5;    ///< where the wipe divides the picture, 0 to 1 of its width
    friend bool operator==(const Views&, const Views&) = default;
};

/// The member "viewer"; empty where all is as usual.
std::string viewer_member(const Document& document, const Views& views);
/// The text of the document that is saved with its views (to_text() in model/editor_document.h).
std::string to_text(const Document& document, const Library& library, const Views& views);
/// Those in the text of `document`; the usual ones where it has none, or what it says of them is
/// none that can be.
Views views_of(const std::string& text, const Document& document);

}  // namespace weft::editor

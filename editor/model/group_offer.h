// What a group offers, in documents: members of its object in the list "groups"
// (model/editor_document.h), each left out where there is nothing to say.
//
//   "controls": [
//     {"name": "threshold", "label": "Threshold", "help": "", "sets": [
//       {"node": 4, "parameter": "threshold"}
//     ]}
//   ],
//   "entries": [
//     {"name": "input", "readers": [{"node": 0, "input": 0}]},
//     {"name": "mask", "readers": [{"node": 9, "input": 2}],
//      "otherwise": {"entry": 0},                 or {"node": 0, "output": 0}
//      "told": [{"node": 9, "parameter": "masked"}], "connected": true}
//   ],
//   "exits": [{"name": "output", "node": 9, "output": 0}],
//   "effect": {"name": "degrain", "version": 2, "contents": "0f1e2d3c4b5a6978",
//              "nodes": [[4, 0], [9, 1]]}         nodes here, and what they are in the effect
//
// "otherwise" makes an entry optional. Documents of before controls had names say "panel", a list
// of what is in "sets": each is a control.
#pragma once

#include <string>
#include <vector>

#include "graph/document_fields.h"
#include "model/editor_document.h"

namespace weft::editor {

/// The names of these members.
std::vector<std::string> offer_members();

/// They as text, each behind ", "; of a group of a valid document.
std::string offer_text(const Document& document, const Library& library, const Group& group);

/// Reads them into `group`. kDocument errors begin with `where`: a node, an input or a parameter
/// that is not there, a control without a name or with one that another has.
Status read_offer(const document::Object& o, const std::string& where, const Document& document,
                  const Library& library, Group& group);

}  // namespace weft::editor

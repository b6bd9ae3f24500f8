// A document with another put into it: what pasting, cloning and adding effects share.
#pragma once

#include <map>

#include "commands/edits.h"

namespace weft::editor {

struct Joined {
    Edited edited;
    std::map<NodeId, NodeId>
        renumbered;  ///< nodes of the one put in, and what they are called there
};

/// `document` with the nodes, marks and groups of `pasted` in it, moved by `by`, under ids of their
/// own, or those that `ids` has for them, and under other names where theirs are taken. Nothing is
/// connected to inputs of `pasted`, and its outputs and controls stay behind.
Result<Joined> joined(const Document& document, const Library& library, const Document& pasted,
                      Place by, const std::map<NodeId, NodeId>& ids = {});

/// Renames the nodes that a group refers to. Requires that `renumbered` has all of them.
void renumber(Group& group, const std::map<NodeId, NodeId>& renumbered);

}  // namespace weft::editor

// What differs between two documents, in the terms of those who show one: who shows a part learns
// whether that part is another.
#pragma once

#include <set>

#include "model/editor_document.h"

namespace weft::editor {

struct Changes {
    /// What renders and what it is called: nodes, connections, ends, controls, pictures, groups,
    /// functors that run. Values of parameters may be others as well.
    bool graph = false;
    /// Where the graph is the same: the nodes with other values or keyframes.
    std::set<NodeId> parameters = {};
    /// What the canvas shows: the graph, or places, dots, backdrops or notes.
    bool canvas = false;
    /// The sources of functors, as they run or as they are written.
    bool code = false;
    bool timeline = false;
    friend bool operator==(const Changes&, const Changes&) = default;
};

Changes changes_between(const Document& before, const Document& after);
/// What there is to say of another document: all of it is new.
Changes all_changed();

}  // namespace weft::editor

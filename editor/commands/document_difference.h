// What changed between two documents, as a value that can be applied, and taken back.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/editor_document.h"

namespace weft::editor {

/// One entry that differs: what it was and what it is; nothing where there was or is none.
template <class Key, class Value>
struct Changed {
    Key key;
    std::optional<Value> before, after;
    friend bool operator==(const Changed&, const Changed&) = default;
};

struct Difference {
    std::vector<Changed<NodeId, Node>> nodes;
    std::vector<Changed<NodeId, int>> disabled;
    std::vector<Changed<NodeId, NodeId>> clones;
    std::vector<Changed<ItemId, Place>> places;
    std::vector<Changed<std::string, ReadFile>> reads;
    std::vector<Changed<std::string, std::string>> writes;
    std::vector<Changed<int, Dot>> dots;
    std::vector<Changed<int, Backdrop>> backdrops;
    std::vector<Changed<ItemId, std::string>> notes;
    std::vector<Changed<int, Group>> groups;
    std::vector<Changed<ItemId, int>> members;
    std::vector<Changed<std::string, std::string>> functors, unfinished;
    std::optional<std::pair<Timeline, Timeline>> timeline;  ///< where it differs
    std::optional<std::pair<std::optional<Format>, std::optional<Format>>>
        format;  ///< where it differs
    /// Everything of the graph but its nodes, where it differs.
    std::optional<std::pair<Graph, Graph>> rest;

    bool empty() const;
    friend bool operator==(const Difference&, const Difference&) = default;
};

Difference difference(const Document& before, const Document& after);
/// What takes `difference` back.
Difference inverted(const Difference& difference);
/// Makes `before` of difference(before, after) into `after`.
void apply(Document& document, const Difference& difference);

}  // namespace weft::editor

// What a picture took, part by part, as it was counted: the parts are all of it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "graph/graph.h"

namespace weft::editor {

/// A node's work in one kernel; or other work of a kernel, which is no node's.
struct CostPart {
    NodeId node;       ///< invalid where it is no node's
    std::string what;  ///< of no node: "reading input"
    double seconds = 0.0;
    friend bool operator==(const CostPart&, const CostPart&) = default;
};

struct Costs {
    std::vector<CostPart> parts;  ///< seconds are summed over threads
    double elapsed = 0.0;         ///< of the whole, on a clock
    friend bool operator==(const Costs&, const Costs&) = default;
};

/// Seconds of all parts together.
double total(const Costs& costs);
/// Each node's share of total(), 0 to 1, over all of its parts.
std::map<NodeId, double> shares(const Costs& costs);

/// A line of bill(): a node, or one kind of work that belongs to no node.
struct CostLine {
    NodeId node;
    std::string what;
    double seconds = 0.0, share = 0.0;
};
/// The costs summed by node and kind of work, the most expensive first. Shares sum to 1.
std::vector<CostLine> bill(const Costs& costs);

}  // namespace weft::editor

// Values for the names in a stage's facts: what it is compiled for, and what a run brings along.
#pragma once

#include "plan/bound_graph.h"

namespace weft {

/// Where each member begins in Stage::members.
std::vector<int> member_offsets(const std::vector<MemberFacts>& members);

/// Radii, counts, axes and planes of indexers, and baked members: constants of a kernel's text.
Bindings structure_of(const BoundGraph& graph, const Stage& stage);

/// And members and edges of domains as they are in this graph.
Bindings bindings_of(const BoundGraph& graph, const Stage& stage);

}  // namespace weft

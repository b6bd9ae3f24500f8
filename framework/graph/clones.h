// Clones of a draft: nodes that have the values of another, their original. A change of one is a
// change of all; inputs, borders and names each has of its own.
#pragma once

#include <set>
#include <vector>

#include "graph/draft.h"

namespace weft {

/// Whose values a node has: itself, unless it is a clone.
NodeId original_of(const Draft& draft, NodeId node);
/// All nodes that have the same values, the original first; the node alone where it has no clones.
std::vector<NodeId> family_of(const Draft& draft, NodeId node);
/// Gives the family of a node its parameters, curves and restart period.
void share_values(Draft& draft, NodeId from);
/// Lets nodes have values of their own. The first of the clones that an original leaves behind is
/// the original of the others, and what the controls set.
void leave_families(Draft& draft, const std::set<NodeId>& nodes);
/// An error where a clone's original is not there, is a clone, is of another functor, or has other
/// values.
Status check_clones(const Draft& draft);
/// The controls, such that those that set a node set its clones too.
std::vector<Control> controls_of_families(const Draft& draft);

}  // namespace weft

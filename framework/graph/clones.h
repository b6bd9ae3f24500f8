// Clones of a draft: nodes that have the values of another, their original. A change of one is a
// change of all; inputs, borders and names each has of its own.
#pragma once

#include <set>
#include <vector>

#include "graph/draft.h"

namespace weft {

/// The node whose values `node` has: itself, unless it is a clone.
NodeId original_of(const Draft& draft, NodeId node);
/// All nodes that have the same values, the original first; the node alone where it has no clones.
std::vector<NodeId> family_of(const Draft& draft, NodeId node);
/// Copies the parameters, curves and restart period of `from` to all of its family.
void share_values(Draft& draft, NodeId from);
/// Takes nodes out of their families; their values stay as they are. Where an original leaves, the
/// first of its clones becomes the original of the others, and what the controls set.
void leave_families(Draft& draft, const std::set<NodeId>& nodes);
/// A kDocument error where a clone's original is missing, is a clone itself, is of another functor,
/// or has other values.
Status check_clones(const Draft& draft);
/// The draft's controls, each extended to the clones of the nodes it sets.
std::vector<Control> controls_of_families(const Draft& draft);

}  // namespace weft

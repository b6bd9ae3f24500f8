// What a document says of nodes whose functor was not known (Kept, graph/unknown_functors.h), once
// there is a functor of that name.
#pragma once

#include "graph/descriptor.h"
#include "graph/draft.h"

namespace weft::editor {

/// Gives a node the values and keyframes that were kept of it, of those parameters of its functor
/// `after` that `before` had not, and its restart period. What they cannot have stays as it is.
void take_kept_values(Node& node, const Kept::Node& kept, const FunctorDescriptor& before,
                      const FunctorDescriptor& after);

/// Lets the controls and the optional inputs that were kept set such parameters of the node again.
void take_kept_settings(Draft& draft, NodeId node, const FunctorDescriptor& before,
                        const FunctorDescriptor& after);

}  // namespace weft::editor

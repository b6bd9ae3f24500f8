// Pictures spread over a pyramid, recorded as nodes.
#pragma once

#include "graph/image.h"

namespace weft::effects {

/// A picture, whose pixels carry their weights, spread from where it tells something to where it
/// does not: down a pyramid of `levels`, nodes of the scope "push", and up again, nodes of "pull0",
/// "pull1"..., each level half its own and half the coarser one.
Image record_push_pull(GraphBuilder& build, const Image& picture, int levels);

}  // namespace weft::effects

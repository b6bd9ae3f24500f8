// Data windows forward: what part of a picture may hold anything but zeros.
#pragma once

#include <vector>

#include "core/image_shape.h"
#include "graph/graph.h"

namespace weft {

/// The part of a node's outputs that may hold anything but zeros, given its inputs' shapes and the
/// `domain` of its outputs. `functor` has the node's parameters and borders, and knows its pictures
/// (set_pictures()).
///
/// A functor that makes zeros of zeros makes them wherever it reads nothing else: its window is its
/// inputs' grown by what it reads around an element. Whether it does is found by running the
/// reference on zeros, for the parameters that it has. Where an element asks for its place, and for
/// functors that read anywhere and have no Window(), the window is the whole domain; along the axis
/// of a scan it ends at the domain's ends.
Rect window_of(const FunctorBase& functor, const std::vector<ImageShape>& inputs,
               const Rect& domain);

}  // namespace weft

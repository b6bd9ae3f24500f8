// Data windows forward: what part of a picture may hold anything but zeros.
#pragma once

#include <vector>

#include "core/image_shape.h"
#include "graph/graph.h"

namespace weft {

/// Beyond what of the plane an indexer with this border reads zeros alone from a picture: the data
/// window, which goes on to kFarthest on every side beyond which the border repeats what may be
/// something else.
Rect seen_window(const ImageShape& picture, const Border& border);

/// Whether nothing lies beyond any input of a functor: zeros, whatever its picture.
bool ends_all_inputs(const FunctorBase& functor);

/// The part of a node's outputs that may hold anything but zeros, given its inputs' shapes and the
/// `domain` of its outputs. `functor` has the node's parameters and borders, and knows its pictures
/// (set_pictures()).
///
/// A functor that makes zeros of zeros makes them wherever it reads nothing else: its window is its
/// inputs' grown by what it reads around an element. Whether it does is found by running the
/// reference on zeros, for the parameters that it has. Where an element asks for its place, and for
/// functors that read anywhere, the window is the whole domain; along the axis of a scan it ends at
/// the domain's ends. A DataWindow() is asked instead, with the windows that are seen through the
/// inputs' borders; what copies an input has that input's.
Rect window_of(const FunctorBase& functor, const std::vector<ImageShape>& inputs,
               const Rect& domain);

}  // namespace weft

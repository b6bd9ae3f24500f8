// What a node makes of a ramp: how a curve that is one of its parameters runs between its points.
#pragma once

#include <vector>

#include "graph/graph.h"
#include "graph/library.h"

namespace weft::editor {

/// `value` of a parameter of a functor, all others as usual: what becomes of `count` inputs from
/// `left` to `right`, in the plane that it changes most. Empty where that cannot be told.
std::vector<float> sampled_curve(const FunctorType& type, const Library& library, int parameter,
                                 const ParameterValue& value, double left, double right, int count);

}  // namespace weft::editor

// The value of a parameter at a frame, by what the parameter is.
#pragma once

#include "graph/keyframes.h"

namespace weft {

/// numbers_at() clamped to the parameter's range; ints are rounded to the nearest, halves away from
/// zero. Choices are not interpolated, and hold.
ParameterValue value_at(const ParameterRef& parameter, const Curve& curve, int frame);

}  // namespace weft

// The value of a parameter at a frame, by what the parameter is.
#pragma once

#include "graph/keyframes.h"

namespace weft {

/// The numbers of the curve there (numbers_at()), kept in the parameter's range. Whole numbers are
/// rounded to the nearest, halves away from zero. Choices have no values between, and hold.
ParameterValue value_at(const ParameterRef& parameter, const Curve& curve, int frame);

}  // namespace weft

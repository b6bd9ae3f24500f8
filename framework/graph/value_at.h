// The value of a parameter at a frame, by what the parameter is.
#pragma once

#include "graph/keyframes.h"

namespace weft {

/// As value_at() of the curve alone (graph/keyframes.h), which cannot tell a choice from a whole
/// number: choices have no values between, and hold.
ParameterValue value_at(const ParameterRef& parameter, const Curve& curve, int frame);

}  // namespace weft

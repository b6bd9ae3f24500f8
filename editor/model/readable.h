// Numbers as people want to read them.
#pragma once

#include "graph/parameter_value.h"

namespace weft::editor {

/// The value with its fractions to five figures, as 0.33333; whole numbers have all of theirs.
ParameterValue readable(ParameterValue value);

}  // namespace weft::editor

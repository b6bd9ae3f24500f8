// Source code for people to read before it runs.
#pragma once

#include <string>

#include "graph/document_functors.h"

namespace weft {

/// Each header under its name, with line numbers. What a terminal would obey is written out.
std::string code_text(const FunctorTexts& functors);

}  // namespace weft

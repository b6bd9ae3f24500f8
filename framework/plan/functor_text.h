// What a functor's header says of it.
#pragma once

#include <string>

#include "graph/library.h"

namespace weft {

/// A functor's documentation, in one paragraph; "" where it has none, or was not translated.
std::string functor_text(const Library& library, const std::string& name);

}  // namespace weft

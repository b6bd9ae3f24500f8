// What a functor's header says of it.
#pragma once

#include <string>

#include "graph/library.h"

namespace weft {

/// A functor's documentation, in one paragraph without its tags; "" where it has none, or was not
/// translated.
std::string functor_text(const Library& library, const std::string& name);

/// What stands behind a tag in a functor's documentation, as "Filter" behind `@category Filter`;
/// it ends at the next tag. "" where there is no such tag.
std::string functor_tag(const Library& library, const std::string& name, const std::string& tag);

}  // namespace weft

// Functors that a document brings with it, as C++ source: the member "functors" (graph/document.h).
#pragma once

#include <map>
#include <string>

#include "support/result.h"

namespace weft {

/// Headers of functors by file name: letters, digits, '_' and '-', ending in ".h". Each line of a
/// text ends with a line end.
using FunctorTexts = std::map<std::string, std::string>;

/// An error unless `file` may be the name of a header in a document.
Status check_functor_file(const std::string& file);

/// What a document brings: to be loaded before it is read, since its nodes may be of them. Empty
/// where it brings none, and where the text is no document, which whoever reads it will say.
/// Errors: a member "functors" of another form, a file named twice or not as it may be.
Result<FunctorTexts> functors_of_document(const std::string& text);

}  // namespace weft

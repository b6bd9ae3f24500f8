// Functors that a document brings with it, as C++ source: the member "functors" (graph/document.h).
#pragma once

#include <map>
#include <string>

#include "support/result.h"

namespace weft {

/// Headers of functors by file name: letters, digits, '_' and '-', ending in ".h". Each line of a
/// text ends with a line end.
using FunctorTexts = std::map<std::string, std::string>;

/// A kDocument error unless `file` may be the name of a header in a document.
Status check_functor_file(const std::string& file);

/// The functors in the document `text`, to be loaded before it is read, since its nodes may be of
/// them. Empty where it has none, and where `text` is no document, which from_document() reports.
/// kDocument errors: "functors" of another form, a file named twice, a name that
/// check_functor_file() refuses.
Result<FunctorTexts> functors_of_document(const std::string& text);

}  // namespace weft

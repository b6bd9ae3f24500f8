// Diagnostics as text, the way compilers print theirs.
#pragma once

#include <string>
#include <vector>

#include "support/diagnostic.h"

namespace weft {

/// For people, ending in a line end:
///   blur.h:14:9: error: a pointer inside a kernel
///       float* p = values;
///           ^
///     instead: use an array and weft::at(array, index)
std::string format_diagnostic(const Diagnostic& diagnostic);

/// All of them, one after the other.
std::string format_diagnostics(const std::vector<Diagnostic>& diagnostics);

}  // namespace weft

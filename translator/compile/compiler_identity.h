// Which compiler a weft-cc is: what decides, together with a source, the code that it makes.
#pragma once

#include <string>

namespace weft {

/// Of the weft-cc at `path`, a hash of its bytes and of what tells apart the libraries of LLVM and
/// Clang that it would load. Installations of the same bytes have the same, wherever they lie. A
/// weft-cc that may be run and not read counts by its path, size and times. Empty where there is
/// none.
///
/// A process reads the files once, and again when they have been replaced. Safe to call from
/// several threads.
std::string compiler_identity(const std::string& path);

}  // namespace weft

// Compiles generated C++ by a compiler of this machine, and loads it.
#pragma once

#include <string>

namespace weft::test {

/// Compiles `source`, a file of `folder`, with `compiler`, which is a command with its options, and
/// loads the object. Files include what is in `folder`, and by its path in the framework, the
/// translator or tests/differential. Returns the object's handle, or null with what the compiler
/// said in `log`. Where ccache is installed, what was once compiled in any folder is not compiled
/// again.
void* compile_and_load(const std::string& folder, const std::string& source,
                       const std::string& compiler, std::string& log);

}  // namespace weft::test

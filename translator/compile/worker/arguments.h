// How Clang is called: the arguments of its front end for each dialect.
#pragma once

#include <string>
#include <vector>

#include "compile/worker/compile_text.h"

namespace weft::worker {

/// Arguments of `clang -cc1`, without that. A module's include search is that of the installed
/// clang++. Empty when `job` makes no sense to Clang; `diagnostics` then says why.
std::vector<std::string> frontend_arguments(const CompileJob& job, std::string& diagnostics);

}  // namespace weft::worker

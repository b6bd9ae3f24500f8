// Headers whose host functions count: the same C++ with the calls of core/host_call.h put in, by
// which loops that do not end, and indices beyond their arrays, end the function that has them.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace clang {
class ASTUnit;
}

namespace weft {

/// By the path by which Clang knows them, the texts with calls put in of all files that `unit` was
/// made of, but for the system's headers and those in the folders `trusted`. Lines keep their
/// numbers. `display_name` is what the main file is called in faults; others go by their paths.
/// Bodies of kernels stay as they are.
std::map<std::string, std::string> counted_texts(clang::ASTUnit& unit,
                                                 const std::vector<std::string>& trusted,
                                                 const std::string& display_name);

}  // namespace weft

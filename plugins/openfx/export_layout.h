// What lies where in a bundle that was compiled ahead of time.
//
//   NAME.ofx.bundle/Contents/Linux-x86-64/NAME.ofx    and the libraries that it needs
//   NAME.ofx.bundle/Contents/Resources/
//     IDENTIFIER.weft    each plug-in's document; its name is the plug-in's label
//     levels             names of processor_levels(), a line each
//     kernels/           as a disk cache has them
#pragma once

#include <set>
#include <string>

namespace weft::openfx {

inline constexpr char kKernelFolder[] = "kernels", kLevelsFile[] = "levels";

/// The levels that the bundle has kernels for; none where it does not say.
std::set<std::string> levels_in(const std::string& resources);

}  // namespace weft::openfx

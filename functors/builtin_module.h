// The built-in functors, as weft-translate prints them at build time from their headers.
#pragma once

#include "core/module.h"

namespace weft::functors {

/// The functors of all headers listed in functors/CMakeLists.txt. Never null.
const FunctorModule* builtin_module();

}  // namespace weft::functors

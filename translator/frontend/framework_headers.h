// Where the headers are that functors include.
#pragma once

#include <string>

namespace weft {

/// The folder of core/functor.h: installed beside the running program, else where Weft was built.
std::string framework_headers();

}  // namespace weft

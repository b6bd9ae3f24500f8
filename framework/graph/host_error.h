// What is said of a functor whose own functions were ended (core/host_call.h).
#pragma once

#include <string>

#include "core/host_call.h"
#include "support/result.h"

namespace weft {

/// Success where nothing was ended. `whose` names the functor as messages do: `node "blur1"
/// (Blur)`. A fault with a place has it first: FILE:LINE:COLUMN.
Status host_status(const HostFault& fault, const std::string& whose);

}  // namespace weft

// The error for a functor whose host function was aborted (core/host_call.h).
#pragma once

#include <string>

#include "core/host_call.h"
#include "support/result.h"

namespace weft {

/// Success where nothing was aborted. `whose` names the functor as messages do: `node "blur1"
/// (Blur)`. A fault with a place has it first: FILE:LINE:COLUMN.
Status host_status(const HostFault& fault, const std::string& whose);

}  // namespace weft

// The device simt: the checker of runtime/simt/, which pretends to be any GPU there are figures of.
#pragma once

#include "engine/backend.h"

namespace weft {

extern const BackendInfo kSimtBackend;

}  // namespace weft

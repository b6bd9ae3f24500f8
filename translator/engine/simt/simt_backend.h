// The device simt: the checker of runtime/simt/, which emulates any of gpu_targets().
#pragma once

#include "engine/backend.h"

namespace weft {

extern const BackendInfo kSimtBackend;

}  // namespace weft

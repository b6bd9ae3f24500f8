// The device auto: a GPU that works, else the CPU.
#pragma once

#include "engine/backend.h"

namespace weft {

extern const BackendInfo kAutomaticBackend;

}  // namespace weft

// The device reference: runtime/reference/.
#pragma once

#include "engine/backend.h"

namespace weft {

extern const BackendInfo kReferenceBackend;

}  // namespace weft

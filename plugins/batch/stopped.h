// The user asked to stop: whether, and what is said then.
#pragma once

#include "batch/batch.h"

namespace weft {

inline bool is_cancelled(const BatchOptions& options) {
    return options.cancel != nullptr && options.cancel->load();
}

inline Error stopped() { return {ErrorKind::kCancelled, "stopped"}; }

}  // namespace weft

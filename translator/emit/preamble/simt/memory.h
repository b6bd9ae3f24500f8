// Loads and stores of a kernel under the SIMT checker: each is announced first.
#pragma once

#include "language.h"

namespace weft {

WEFT_INLINE float device_load(const float* address WEFT_PLACE) {
    weft_simt_hooks->read(address, sizeof(float) WEFT_AT);
    return *address;
}
WEFT_INLINE void device_store(float* address, float value WEFT_PLACE) {
    weft_simt_hooks->write(address, sizeof(float) WEFT_AT);
    *address = value;
}
WEFT_INLINE float shared_load(const float* address WEFT_PLACE) {
    weft_simt_hooks->read(address, sizeof(float) WEFT_AT);
    return *address;
}
WEFT_INLINE void shared_store(float* address, float value WEFT_PLACE) {
    weft_simt_hooks->write(address, sizeof(float) WEFT_AT);
    *address = value;
}

}  // namespace weft

// Loads and stores of a kernel under the SIMT checker: each is announced first.
#pragma once

#include "simt_language.h"

namespace weft {

template <class T>
WEFT_INLINE T device_load(const T* address WEFT_PLACE) {
    weft_simt_hooks->read(address, sizeof(T) WEFT_AT);
    return *address;
}
WEFT_INLINE float device_load_past_first(const float* address WEFT_PLACE) {
    return device_load(address WEFT_AT);
}
WEFT_INLINE float device_load_again(const float* address WEFT_PLACE) {
    return device_load(address WEFT_AT);
}
template <class T>
WEFT_INLINE void device_store(T* address, T value WEFT_PLACE) {
    weft_simt_hooks->write(address, sizeof(T) WEFT_AT);
    *address = value;
}

/// Neighbours in one access.
template <int kCount>
WEFT_INLINE void device_load_run(float* to, const float* address WEFT_PLACE) {
    weft_simt_hooks->read(address, kCount * sizeof(float) WEFT_AT);
    for (int i = 0; i < kCount; ++i) to[i] = address[i];
}
template <int kCount>
WEFT_INLINE void device_store_run(float* address, const float* from WEFT_PLACE) {
    weft_simt_hooks->write(address, kCount * sizeof(float) WEFT_AT);
    for (int i = 0; i < kCount; ++i) address[i] = from[i];
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

// Loads and stores of a kernel on a GPU: plain accesses. No kernel writes a picture that it reads,
// and loads say so: they need not wait for the stores before them.
#pragma once

namespace weft {

WEFT_INLINE float device_load(const float* address) { return __ldg(address); }
WEFT_INLINE void device_store(float* address, float value) { *address = value; }
WEFT_INLINE float shared_load(const float* address) { return *address; }
WEFT_INLINE void shared_store(float* address, float value) { *address = value; }

}  // namespace weft

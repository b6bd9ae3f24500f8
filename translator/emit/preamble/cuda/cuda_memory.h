// Loads and stores of a kernel on a GPU: plain accesses. No kernel writes a picture that it reads,
// and loads say so: they need not wait for the stores before them. States of reductions alone are
// read again after barriers, by loads that do wait.
#pragma once

namespace weft {

template <class T>
WEFT_INLINE T device_load(const T* address) {
    return __ldg(address);
}
/// In transactions of the second-level cache, past the first.
WEFT_INLINE float device_load_past_first(const float* address) { return __ldcg(address); }
WEFT_INLINE float device_load_again(const float* address) { return *address; }
template <class T>
WEFT_INLINE void device_store(T* address, T value) {
    *address = value;
}

/// Two or four neighbours in one access, at an address that is a multiple of their size.
template <int kCount>
WEFT_INLINE void device_load_run(float* to, const float* address) {
    if constexpr (kCount == 4) {
        const float4 run = __ldg(reinterpret_cast<const float4*>(address));
        to[0] = run.x, to[1] = run.y, to[2] = run.z, to[3] = run.w;
    } else if constexpr (kCount == 2) {
        const float2 run = __ldg(reinterpret_cast<const float2*>(address));
        to[0] = run.x, to[1] = run.y;
    } else {
        to[0] = device_load(address);
    }
}
template <int kCount>
WEFT_INLINE void device_store_run(float* address, const float* from) {
    if constexpr (kCount == 4)
        *reinterpret_cast<float4*>(address) = make_float4(from[0], from[1], from[2], from[3]);
    else if constexpr (kCount == 2)
        *reinterpret_cast<float2*>(address) = make_float2(from[0], from[1]);
    else
        device_store(address, from[0]);
}

WEFT_INLINE float shared_load(const float* address) { return *address; }
WEFT_INLINE void shared_store(float* address, float value) { *address = value; }

}  // namespace weft

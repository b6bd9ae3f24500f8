// The hand-written kernels on the host: words of CUDA in C++, and a warp whose lanes run in turns.
//
// Each lane is a fibre, which runs up to its next shuffle or vote; when all have come to theirs,
// all go on. A lane that takes another way than the rest is found out: at the end all must have
// exchanged as often.
#pragma once

#include <cfenv>
#include <cmath>
#include <cstdint>
#include <cstring>

// The names are CUDA's.
// NOLINTBEGIN(bugprone-reserved-identifier)
#define __device__
#define __global__
#define __noinline__
#define __forceinline__ inline
#define __grid_constant__
#define __launch_bounds__(threads)

struct alignas(16) float4 {
    float x, y, z, w;
};
inline float4 make_float4(float x, float y, float z, float w) { return {x, y, z, w}; }

struct dim3 {
    unsigned x = 0, y = 0, z = 0;
};
extern thread_local dim3 threadIdx, blockIdx;

/// Gives `value` to the warp and waits for the others: then exchanged(lane) is what lane gave.
void exchange(std::uint32_t value);
std::uint32_t exchanged(unsigned lane);

template <class T>
T __ldg(const T* from) {
    T value;
    std::memcpy(&value, from, sizeof(value));
    return value;
}
inline unsigned __float_as_uint(float x) {
    unsigned bits;
    std::memcpy(&bits, &x, sizeof(bits));
    return bits;
}
inline float __uint_as_float(unsigned bits) {
    float x;
    std::memcpy(&x, &bits, sizeof(x));
    return x;
}
inline float shuffled(float value, unsigned lane) {
    exchange(__float_as_uint(value));
    return __uint_as_float(exchanged(lane));
}
inline float __shfl_up_sync(unsigned, float value, unsigned by) {
    return shuffled(value, threadIdx.x < by ? threadIdx.x : threadIdx.x - by);
}
inline float __shfl_down_sync(unsigned, float value, unsigned by) {
    return shuffled(value, threadIdx.x + by > 31 ? threadIdx.x : threadIdx.x + by);
}
inline float __shfl_sync(unsigned, float value, int lane, int width) {
    const auto parts = static_cast<unsigned>(width);
    return shuffled(value, threadIdx.x / parts * parts + static_cast<unsigned>(lane) % parts);
}
inline bool __any_sync(unsigned, bool holds) {
    exchange(holds ? 1 : 0);
    bool any = false;
    for (unsigned lane = 0; lane < 32; ++lane) any = any || exchanged(lane) != 0;
    return any;
}

inline float __fmaf_rn(float a, float b, float c) { return std::fma(a, b, c); }

/// Rounded down: compiled so that nothing is computed beforehand.
inline float __fmaf_rd(float a, float b, float c) {
    volatile float x = a, y = b, z = c;
    const int before = std::fegetround();
    std::fesetround(FE_DOWNWARD);
    volatile float result = std::fma(x, y, z);
    std::fesetround(before);
    return result;
}

namespace hand {

inline float min_or_nan(float a, float b) { return a != a || b != b ? a + b : a < b ? a : b; }
inline float max_or_nan(float a, float b) { return a != a || b != b ? a + b : a > b ? a : b; }

inline void store_if(bool wanted, float* to, float4 f) {
    if (wanted) std::memcpy(to, &f, sizeof(f));
}
inline float load_if(bool wanted, const float* from) { return wanted ? *from : 0.0f; }

/// As far off as the instructions may be: on either side, from one call to the next.
float near_sqrt(float x);
float near_reciprocal(float x);

}  // namespace hand

// NOLINTEND(bugprone-reserved-identifier)

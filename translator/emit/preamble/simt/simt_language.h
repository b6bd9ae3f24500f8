// CUDA's words for a kernel that is compiled for the host and run by the SIMT checker.
//
// Text for Clang 19, printed before each kernel and after runtime/simt/hooks.h. Built-in variables,
// barriers and shuffles are calls of the checker, each with the place in the source that asked.
#pragma once

extern "C" const weft::SimtHooks* weft_simt_hooks;

#define __global__
#define __device__
#define __shared__
#define __constant__
#define __forceinline__
#define __grid_constant__
#define __launch_bounds__(...)

#define threadIdx (weft_simt_hooks->thread()->thread_index)
#define blockIdx (weft_simt_hooks->thread()->block_index)
#define blockDim (weft_simt_hooks->thread()->block_size)
#define gridDim (weft_simt_hooks->thread()->grid_size)

/// The block's dynamic shared memory.
#define WEFT_SHARED(name) \
    float* const name = reinterpret_cast<float*>(weft_simt_hooks->shared_memory())

/// Before a loop that is not to be unrolled.
#define WEFT_NO_UNROLL _Pragma("nounroll")
/// Before a loop that is unrolled on a GPU, for registers; here it makes no difference.
#define WEFT_UNROLL

// Where an access stands in the source: a last parameter that the caller's own place is the default
// of, and its being passed on.
#define WEFT_HERE \
    weft::SimtPlace { __builtin_FILE(), __builtin_LINE() }
#define WEFT_PLACE_ONLY weft::SimtPlace weft_place = WEFT_HERE
#define WEFT_PLACE , WEFT_PLACE_ONLY
#define WEFT_AT_ONLY weft_place
#define WEFT_AT , weft_place
#define WEFT_PLACE_FIELD weft::SimtPlace weft_place;

inline void __syncthreads(WEFT_PLACE_ONLY) { weft_simt_hooks->sync_block(WEFT_AT_ONLY); }
inline void __syncwarp(unsigned mask = 0xffffffffu WEFT_PLACE) {
    weft_simt_hooks->sync_warp(mask WEFT_AT);
}

namespace weft::simt {

/// 32 bits from another lane.
template <class T>
inline T shuffle(unsigned mask, T value, int source WEFT_PLACE) {
    static_assert(sizeof(T) == sizeof(unsigned));
    return __builtin_bit_cast(
        T, weft_simt_hooks->shuffle(mask, __builtin_bit_cast(unsigned, value), source WEFT_AT));
}

/// The running thread's lane, and the first lane of its segment of `width` lanes (a power of two).
inline int lane() {
    const SimtThread& t = *weft_simt_hooks->thread();
    const unsigned row = t.thread_index.y + t.thread_index.z * t.block_size.y;
    return static_cast<int>((t.thread_index.x + row * t.block_size.x) % 32u);
}
inline int segment(int width) { return lane() & -width; }

}  // namespace weft::simt

template <class T>
inline T __shfl_sync(unsigned mask, T value, int source, int width = 32 WEFT_PLACE) {
    return weft::simt::shuffle(mask, value,
                               weft::simt::segment(width) + (source & (width - 1)) WEFT_AT);
}
template <class T>
inline T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32 WEFT_PLACE) {
    const int source = weft::simt::lane() - static_cast<int>(delta);
    const bool inside = source >= weft::simt::segment(width);
    return weft::simt::shuffle(mask, value, inside ? source : weft::simt::lane() WEFT_AT);
}
template <class T>
inline T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32 WEFT_PLACE) {
    const int source = weft::simt::lane() + static_cast<int>(delta);
    const bool inside = source < weft::simt::segment(width) + width;
    return weft::simt::shuffle(mask, value, inside ? source : weft::simt::lane() WEFT_AT);
}
template <class T>
inline T __shfl_xor_sync(unsigned mask, T value, int bits, int width = 32 WEFT_PLACE) {
    const int source = weft::simt::lane() ^ bits;
    const bool inside = source < weft::simt::segment(width) + width;
    return weft::simt::shuffle(mask, value, inside ? source : weft::simt::lane() WEFT_AT);
}

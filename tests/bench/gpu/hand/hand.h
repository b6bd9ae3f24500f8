// What the hand-written kernels share: their arguments, a lane's four columns of a row, the few
// instructions that C++ has no word for. Compiled by nvcc, and for the host behind lockstep.h.
//
// All kernels are laid out alike. A warp owns 128 columns, four to a lane, and goes down `rows`
// rows of them. A row is one 128-bit load and store for each lane: 512 bytes in a row for the warp,
// a quarter of the memory instructions of one element a thread, and a quarter of the address
// arithmetic. What the window down the rows holds stays in registers, so that each row is loaded
// once for all outputs that it is a tap of; columns of neighbouring lanes come by shuffles. No
// shared memory and no barrier: warps never wait for each other. Rows are loaded several steps
// before they are used, since what a memory-bound kernel needs most is bytes on their way. Borders
// cost nothing inside: warps that touch none run code that has no checks (kEdge is false).
#pragma once

#ifndef __CUDACC__
#include "lockstep.h"
#endif

#include "args.h"
#include "shape.h"

namespace hand {

constexpr unsigned kAllLanes = 0xffffffffu;

#ifdef __CUDACC__
/// The smaller, the larger; NaN where either is, which fminf() and fmaxf() would drop.
__device__ __forceinline__ float min_or_nan(float a, float b) {
    float result;
    asm("min.NaN.f32 %0, %1, %2;" : "=f"(result) : "f"(a), "f"(b));
    return result;
}
__device__ __forceinline__ float max_or_nan(float a, float b) {
    float result;
    asm("max.NaN.f32 %0, %1, %2;" : "=f"(result) : "f"(a), "f"(b));
    return result;
}
/// Within some units in the last place; one instruction where sqrtf() is ten and a branch.
__device__ __forceinline__ float near_sqrt(float x) {
    float result;
    asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(x));
    return result;
}

/// Of 128 bits at once, where the compiler would take the assignment of a float4 apart. Predicated
/// like load_if().
__device__ __forceinline__ void store_if(bool wanted, float* to, float4 f) {
    asm volatile(
        "{\n .reg .pred p;\n setp.ne.s32 p, %0, 0;\n"
        " @p st.global.v4.f32 [%1], {%2, %3, %4, %5};\n}"
        :
        : "r"(static_cast<int>(wanted)), "l"(to), "f"(f.x), "f"(f.y), "f"(f.z), "f"(f.w)
        : "memory");
}
/// Loads where `wanted`: predicated, since after a branch the compiler no longer takes a warp for
/// converged.
__device__ __forceinline__ float load_if(bool wanted, const float* from) {
    float result;
    asm("{\n .reg .pred p;\n setp.ne.s32 p, %2, 0;\n mov.f32 %0, 0f00000000;\n"
        " @p ld.global.nc.f32 %0, [%1];\n}"
        : "=f"(result)
        : "l"(from), "r"(static_cast<int>(wanted)));
    return result;
}
/// Within a unit in the last place.
__device__ __forceinline__ float near_reciprocal(float x) {
    float result;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(x));
    return result;
}
#endif

/// Four neighbouring samples of a row.
struct Four {
    float v[4];
};

/// A row from the column left of the lane's four to the one right of them.
struct Six {
    float v[6];
};

/// A lane's columns x ... x + 3 of pictures `width` wide: where they are loaded from, and which
/// exist.
struct Columns {
    int x, from, exist, last;

    __device__ __forceinline__ Columns(int first, int width) {
        const int last_vector = (width - 1) & ~3;
        x = first;
        from = first < last_vector ? first : last_vector;
        exist = width - first;
        last = (width - 1) & 3;
    }
    /// Columns that do not exist become the picture's last, which is at `last` of what was loaded.
    __device__ __forceinline__ Four clamped(Four f) const {
        const float end = last < 2 ? (last == 0 ? f.v[0] : f.v[1]) : (last == 2 ? f.v[2] : f.v[3]);
#pragma unroll
        for (int i = 0; i < 4; ++i) f.v[i] = i < exist ? f.v[i] : end;
        return f;
    }
};

__device__ __forceinline__ Four load_four(const float* from) {
    const float4 f = __ldg(reinterpret_cast<const float4*>(from));
    return {{f.x, f.y, f.z, f.w}};
}

__device__ __forceinline__ void store_four(float* to, const Four& f, bool wanted = true) {
    store_if(wanted, to, make_float4(f.v[0], f.v[1], f.v[2], f.v[3]));
}

/// Those columns that exist.
__device__ __forceinline__ void store_existing(float* to, const Four& f, int exist) {
    if (exist >= 4) {
        store_four(to, f);
    } else {
#pragma unroll
        for (int i = 0; i < 4; ++i)
            if (i < exist) to[i] = f.v[i];
    }
}

__device__ __forceinline__ int clamped_index(int i, int count) {
    return i < 0 ? 0 : i < count ? i : count - 1;
}

/// The value of the next lane to the left or right. The outermost lanes get their own.
__device__ __forceinline__ float from_left(float value) {
    return __shfl_up_sync(kAllLanes, value, 1);
}
__device__ __forceinline__ float from_right(float value) {
    return __shfl_down_sync(kAllLanes, value, 1);
}

__device__ __forceinline__ int warp_row(int rows) {
    return (static_cast<int>(blockIdx.y) * kWarps + static_cast<int>(threadIdx.y)) * rows;
}

/// A warp of a kernel whose warps overlap along a row: its first column and row, the lane's first
/// column, and whether the lane stores what it computes.
struct OverlappingWarp {
    int first, y, x;
    bool at_side;  ///< of the picture
    bool stores;

    __device__ __forceinline__ OverlappingWarp(int width, int rows) {
        first = static_cast<int>(blockIdx.x) * kInnerColumns;
        y = warp_row(rows);
        const int lane = static_cast<int>(threadIdx.x);
        x = first + 4 * lane;
        const bool leftmost = first == 0, rightmost = first + kColumns >= width;
        at_side = leftmost || rightmost;
        stores = (lane > 0 || leftmost) && (lane < 31 || rightmost);
    }
    /// Whether all of `rows` rows, with `reach` beside, lie in the picture, and no column beyond
    /// it.
    __device__ __forceinline__ bool is_inside(int reach, int rows, int height) const {
        return !at_side && y >= reach && y + rows + reach <= height;
    }
};

}  // namespace hand

/// The kernel hand_NAME of hand::NAME<rows>(args), with so few registers that a multiprocessor
/// holds `blocks` blocks. On the host the function is enough.
#ifdef __CUDACC__
#define WEFT_HAND_KERNEL(name, blocks)                                      \
    extern "C" __global__ void __launch_bounds__(32 * hand::kWarps, blocks) \
        hand_##name(const __grid_constant__ hand::Args args) {              \
        hand::name<WEFT_HAND_ROWS>(args);                                   \
    }
#else
#define WEFT_HAND_KERNEL(name, blocks)
#endif

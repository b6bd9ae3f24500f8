// The sweep on a GPU: two kernels for each function, compiled by NVRTC as generated kernels are.
#include "emit/preamble/cuda/cuda_language.h"

#include "swept.h"

namespace weft {

/// A block sums up a piece.
template <int Which>
WEFT_INLINE void sum_piece(unsigned long long* sums) {
    unsigned long long sum = 0;
    for (unsigned at = threadIdx.x; at < kPiece; at += blockDim.x) {
        const unsigned bits = blockIdx.x * kPiece + at;
        sum += mixed(swept<float>(Which, bits), bits);
    }
    atomicAdd(sums + blockIdx.x, sum);
}

/// A thread has one result of a piece.
template <int Which>
WEFT_INLINE void store_result(unsigned piece, unsigned* out) {
    const unsigned at = blockIdx.x * blockDim.x + threadIdx.x;
    out[at] = as_uint(swept<float>(Which, piece * kPiece + at));
}

enum Swept : int {
#define WEFT_NUMBER(name, value) eSwept_##name,
    WEFT_SWEPT(WEFT_NUMBER)
#undef WEFT_NUMBER
};

}  // namespace weft

#define WEFT_KERNELS(name, value)                                                     \
    extern "C" __global__ void sums_##name(unsigned long long* sums) {                \
        weft::sum_piece<weft::eSwept_##name>(sums);                                   \
    }                                                                                 \
    extern "C" __global__ void results_##name(unsigned piece, unsigned* out) {        \
        weft::store_result<weft::eSwept_##name>(piece, out);                          \
    }
WEFT_SWEPT(WEFT_KERNELS)

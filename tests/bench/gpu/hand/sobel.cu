// Hipacc's Sobel filter, by hand: functors/effects/sobel.cpp.
//
// Rounding instructions run at an eighth of the rate of additions, and a correctly rounded square
// root is ten instructions and a branch. Here neither is needed, and the bits are the reference's:
//
// - A derivative is round(|v|) / 4, its fraction dropped, and only its square is looked at: no
// sign. In
//   [2^23, 2^24) floats are the whole numbers, so that adding 2^23 rounds, to even or, by the
//   instruction's own rounding mode, down. That holds below 2^22; what is larger is white anyway.
// - The reference adds half a unit before it divides. By 4 that makes no difference to whole
// numbers.
// - The squared length is a whole number n, and only those below 255^2 are not white. The root of
//   k^2 - 1 is 1/510 below k or farther: half a thousandth more than an approximation of it is on
//   the right side.
#include "filter_3x3.h"

namespace hand {

struct Sobel {
    static __device__ __forceinline__ float derivative(float diagonals, float middle) {
        constexpr float kWhole = 8388608.0f, kMost = 4194304.0f;
        const float sum = diagonals + 2.0f * middle;  // in two steps: twice may overflow
        const float rounded = min_or_nan(fabsf(255.0f * sum), kMost) + kWhole;
        return __fmaf_rd(rounded, 0.25f, kWhole - 0.25f * kWhole) - kWhole;
    }

    __device__ __forceinline__ Four operator()(const Six& a, const Six& b, const Six& c) const {
        constexpr float kScale = 255.0f, kStep = 1.0f / kScale;
        Four result;
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            const float diagonal = c.v[i + 2] - a.v[i], other = a.v[i + 2] - c.v[i];
            const float x = derivative(diagonal + other, b.v[i + 2] - b.v[i]);
            const float y = derivative(diagonal - other, c.v[i + 1] - a.v[i + 1]);
            const float length = near_sqrt(__fmaf_rn(x, x, y * y)) + 0.0005f;
            result.v[i] = floorf(min_or_nan(length, kScale)) * kStep;
        }
        return result;
    }
};

template <int kRows>
__device__ __forceinline__ void sobel(const Args& args) {
    filter_3x3<kRows>(args, Sobel{});
}

}  // namespace hand

WEFT_HAND_KERNEL(sobel, hand::resident(WEFT_HAND_ROWS))

// Hipacc's Gaussian filter of three by three, by hand: functors/effects/gaussian_3x3.cpp.
//
// Some 20 instructions an element, so that memory is the bound: see hand.h and filter_3x3.h. Sums
// keep the reference's order, so nothing of a row can be shared between its neighbours.
#include "filter_3x3.h"

namespace hand {

struct Gaussian3x3 {
    __device__ __forceinline__ Four operator()(const Six& a, const Six& b, const Six& c) const {
        constexpr float kCorner = 0.057118f, kEdge = 0.124758f, kCentre = 0.272496f;
        constexpr float kScale = 255.0f, kStep = 1.0f / kScale;
        Four result;
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            const float corners = a.v[i] + a.v[i + 2] + c.v[i] + c.v[i + 2];
            const float edges = a.v[i + 1] + b.v[i] + b.v[i + 2] + c.v[i + 1];
            const float sum = kCorner * corners + kEdge * edges + kCentre * b.v[i + 1];
            const float byte = min_or_nan(max_or_nan(kScale * sum + 0.5f, 0.0f), kScale);
            result.v[i] = floorf(byte) * kStep;
        }
        return result;
    }
};

template <int kRows>
__device__ __forceinline__ void gaussian_3x3(const Args& args) {
    filter_3x3<kRows>(args, Gaussian3x3{});
}

}  // namespace hand

WEFT_HAND_KERNEL(gaussian_3x3, hand::resident(WEFT_HAND_ROWS))

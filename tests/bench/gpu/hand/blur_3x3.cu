// The box blur of three by three, columns first, by hand: functors/effects/blur_3x3.cpp.
//
// The means of columns are computed for six columns where four are the lane's own: the two more
// cost three instructions each, as much as exchanging them after the sum and telling borders apart
// would.
#include "filter_3x3.h"

namespace hand {

struct Blur3x3 {
    /// (-0 + a + b + c) / 3 of the reference: its -0 changes nothing, nor does the one that is added
    /// to the product here, which keeps that from being contracted.
    static __device__ __forceinline__ float mean(float a, float b, float c) {
        return __fmaf_rn(a + b + c, 1.0f / 3.0f, -0.0f);
    }

    __device__ __forceinline__ Four operator()(const Six& a, const Six& b, const Six& c) const {
        Six columns;
#pragma unroll
        for (int i = 0; i < 6; ++i) columns.v[i] = mean(a.v[i], b.v[i], c.v[i]);
        Four result;
#pragma unroll
        for (int i = 0; i < 4; ++i)
            result.v[i] = mean(columns.v[i], columns.v[i + 1], columns.v[i + 2]);
        return result;
    }
};

template <int kRows>
__device__ __forceinline__ void blur_3x3(const Args& args) {
    filter_3x3<kRows>(args, Blur3x3{});
}

}  // namespace hand

WEFT_HAND_KERNEL(blur_3x3, hand::resident(WEFT_HAND_ROWS))

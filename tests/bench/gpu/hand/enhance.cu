// Hipacc's enhancement, mean, gain and gamma, by hand: functors/effects/enhance.cpp.
//
// The power is Weft's (framework/core/math/exponential.h), whose bits depend on its tables of 16
// entries. A lane keeps one entry of each in a register, and shuffles look them up: no
// memory, no address, no bank conflict. The general power takes care of all the cases of C; for an
// exponent of 0.6 it can neither overflow nor underflow, and what is not an ordinary number goes
// another way.
#include "filter_3x3.h"

namespace hand {

constexpr float kExponent = 0.6f, kGain = 2.0f;
constexpr float kSixteenths = 786432.0f;  // floats as large are in whole sixteenths

__device__ const float kRootsOfTwo[16] = {1.0f,         0.990886867f, 0.982753873f, 0.97564429f,
                                          0.969603539f, 0.964678884f, 0.960919797f, 0.958377779f,
                                          0.957106769f, 0.957163095f, 0.958605409f, 0.961495161f,
                                          0.965896428f, 0.971876085f, 0.979504049f, 0.988853276f};
__device__ const float kNearReciprocal[16] = {1.0f,        0.9131231f, 0.8828942f,  0.8394391f,
                                              0.79056156f, 0.7621539f, 0.7301345f,  0.6884801f,
                                              0.6594791f,  0.6436505f, 0.61514395f, 0.59234387f,
                                              0.5711253f,  0.535787f,  0.535787f,   0.5f};
__device__ const float kWholeLog[16] = {0.0f,       0.13111877f, 0.1796875f,  0.25250244f,
                                        0.3390503f, 0.3918457f,  0.45376587f, 0.5385132f,
                                        0.6006012f, 0.63565063f, 0.701004f,   0.75549316f,
                                        0.8081207f, 0.90026855f, 0.90026855f, 1.0f};

/// The power of a positive, finite x = 2^e * m, from m and its table's entries and from e. The
/// second table is looked up by `root`.
template <class Root>
__device__ __forceinline__ float power(float mantissa, float near, float whole, const Root& root) {
    const float f = __fmaf_rn(mantissa, near, -1.0f);
    float p = kExponent * 0.2701071f;
    p = __fmaf_rn(p, f, kExponent * -0.3610308f);
    p = __fmaf_rn(p, f, kExponent * 0.48094016f);
    p = __fmaf_rn(p, f, kExponent * -0.72134745f);
    p = __fmaf_rn(p, f, kExponent * 1.442695f);
    const float part = f * p;
    const float sum = __fmaf_rn(kExponent, whole, part) + kSixteenths;
    const float r = __fmaf_rn(kExponent, whole, kSixteenths - sum) + part;
    const unsigned sixteenths = __float_as_uint(sum);
    const float scale = __uint_as_float(__float_as_uint(root(sixteenths)) + (sixteenths << 19));
    float q = __fmaf_rn(0.0555041087f, r, 0.2402343f);
    q = __fmaf_rn(q, r, 0.693147182f);
    return __fmaf_rn(scale, r * q, scale);
}

/// Of 0, denormals, infinity and NaN.
__device__ __noinline__ float unusual_power(float x) {
    const unsigned bits = __float_as_uint(x);
    if (bits == 0 || bits >= 0x7f800000u) return x;
    const unsigned normal = __float_as_uint(x * 16777216.0f);
    const unsigned interval = (normal >> 19) & 15;
    const float exponent = static_cast<float>(static_cast<int>(normal >> 23)) - 151.0f;
    return power(__uint_as_float((normal & 0x7fffffu) | 0x3f800000u), kNearReciprocal[interval],
                 exponent + kWholeLog[interval], [](unsigned i) { return kRootsOfTwo[i & 15]; });
}

struct Enhance {
    float root, near, whole;  ///< a lane's entries of the tables

    __device__ __forceinline__ explicit Enhance(int lane)
        : root(kRootsOfTwo[lane & 15]),
          near(kNearReciprocal[lane & 15]),
          whole(kWholeLog[lane & 15]) {}

    /// A shuffle within halves of a warp takes the last four bits of its index.
    static __device__ __forceinline__ float entry(float table, unsigned index) {
        return __shfl_sync(kAllLanes, table, static_cast<int>(index), 16);
    }

    __device__ __forceinline__ Four operator()(const Six& a, const Six& b, const Six& c) const {
        Four result;
        bool ordinary = true;
        float bright[4];
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            const float sum = a.v[i] + a.v[i + 1] + a.v[i + 2] + b.v[i] + b.v[i + 1] + b.v[i + 2] +
                              c.v[i] + c.v[i + 1] + c.v[i + 2];
            // The reference begins its sum at -0, which changes nothing (blur_3x3.cu).
            bright[i] = kGain * __fmaf_rn(sum, 1.0f / 9.0f, -0.0f);
            const unsigned bits = __float_as_uint(bright[i]) & 0x7fffffffu;
            ordinary = ordinary & (bits - 0x00800000u < 0x7f000000u);
            // The exponent as a float, without a conversion: it is added to the bits of 2^23.
            const float exponent =
                __uint_as_float((bits >> 23) | 0x4b000000u) - (8388608.0f + 127.0f);
            result.v[i] = power(__uint_as_float((bits & 0x7fffffu) | 0x3f800000u),
                                entry(near, bits >> 19), exponent + entry(whole, bits >> 19),
                                [this](unsigned index) { return entry(root, index); });
        }
        if (__any_sync(kAllLanes, !ordinary)) {
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                const float x = fabsf(bright[i]);
                if (__float_as_uint(x) - 0x00800000u >= 0x7f000000u) result.v[i] = unusual_power(x);
            }
        }
#pragma unroll
        for (int i = 0; i < 4; ++i)
            result.v[i] = __uint_as_float((__float_as_uint(result.v[i]) & 0x7fffffffu) |
                                          (__float_as_uint(bright[i]) & 0x80000000u));
        return result;
    }
};

template <int kRows>
__device__ __forceinline__ void enhance(const Args& args) {
    filter_3x3<kRows>(args, Enhance(static_cast<int>(threadIdx.x)));
}

}  // namespace hand

WEFT_HAND_KERNEL(enhance, hand::resident(WEFT_HAND_ROWS))

// The functions that are swept, and what stands for a result: the same text for lanes of a CPU and
// threads of a GPU.
#pragma once

#include "core/math.h"

namespace weft {

/// Every float x, by its bits; y is a float made of them, for functions of two.
#define WEFT_SWEPT(FUNCTION)                          \
    FUNCTION(exp, exp(x))                             \
    FUNCTION(exp2, exp2(x))                           \
    FUNCTION(log, log(x))                             \
    FUNCTION(log2, log2(x))                           \
    FUNCTION(log10, log10(x))                         \
    FUNCTION(sin, sin(x))                             \
    FUNCTION(cos, cos(x))                             \
    FUNCTION(tan, tan(x))                             \
    FUNCTION(asin, asin(x))                           \
    FUNCTION(acos, acos(x))                           \
    FUNCTION(atan, atan(x))                           \
    FUNCTION(sinh, sinh(x))                           \
    FUNCTION(cosh, cosh(x))                           \
    FUNCTION(tanh, tanh(x))                           \
    FUNCTION(cbrt, cbrt(x))                           \
    FUNCTION(rsqrt, rsqrt(x))                         \
    FUNCTION(sqrt, sqrt(x))                           \
    FUNCTION(round, round(x))                         \
    FUNCTION(fract, fract(x))                         \
    FUNCTION(floor, floor(x))                         \
    FUNCTION(to_int, to_float(to_int(x)))             \
    FUNCTION(round_to_int, to_float(round_to_int(x))) \
    FUNCTION(divide, x / y)                           \
    FUNCTION(mod, mod(x, y))                          \
    FUNCTION(pow, pow(x, y))                          \
    FUNCTION(pow_of_abs, pow(abs(x), y))              \
    FUNCTION(atan2, atan2(x, y))                      \
    FUNCTION(hypot, hypot(x, y))

inline constexpr int kSwept = 0
#define WEFT_COUNT(name, value) +1
    WEFT_SWEPT(WEFT_COUNT);
#undef WEFT_COUNT

/// Floats are swept in pieces of so many, whose results become one sum.
inline constexpr unsigned kPiece = 1u << 16;
inline constexpr unsigned kPieces = 1u << 16;

/// The bits of the second argument: of a magnitude near 1 for every other float, any for the rest.
template <class U>
WEFT_DEVICE WEFT_INLINE U second_argument(U bits) {
    U h = bits * 2654435761u;
    h = h ^ h >> 15;
    h = h * 2246822519u;
    h = h ^ h >> 13;
    return select(h % 2u == 0u, h, (h & 0x83ffffffu) | 0x3c000000u);
}

/// What a result adds to its piece's sum: its bits and place, mixed; of all NaNs the same.
template <class F, class U>
WEFT_DEVICE WEFT_INLINE U mixed(F result, U place) {
    U h = select(isnan(result), U(0x7fc00000u), as_uint(result)) + place * 3266489917u;
    h = h ^ h >> 16;
    h = h * 2246822519u;
    h = h ^ h >> 13;
    h = h * 3266489917u;
    return h ^ h >> 16;
}

/// The result of function `which` for the float of these bits.
template <class F, class U>
WEFT_DEVICE WEFT_INLINE F swept(int which, U bits) {
    const F x = as_float(bits), y = as_float(second_argument(bits));
    int n = 0;
#define WEFT_TRY(name, value) \
    if (which == n++) return value;
    WEFT_SWEPT(WEFT_TRY)
#undef WEFT_TRY
    return x;
}

}  // namespace weft

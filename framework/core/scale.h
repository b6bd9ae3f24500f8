// Elements read at another resolution: which element of an input an element reads around.
#pragma once

#include "core/rect.h"
#include "core/types.h"

namespace weft {

/// floor(n / d) for d > 0, in 64 bits.
constexpr long long floor_divide(long long n, long long d) {
    const long long q = n / d;
    return n % d < 0 ? q - 1 : q;
}

/// floor((times * i + plus) / over), for negative coordinates too (as Halide divides), clamped to
/// kFarthest in either direction.
constexpr int scaled(const Scale& s, int i) {
    if (s == Scale{}) return i;
    const long long at = floor_divide(static_cast<long long>(s.times) * i + s.plus, s.over);
    return static_cast<int>(at < -kFarthest ? -kFarthest : at > kFarthest ? kFarthest : at);
}

/// The hull of the elements that the elements of `r` read around.
constexpr Rect scaled(const Scale& x, const Scale& y, const Rect& r) {
    if (r.empty()) return {};
    return {scaled(x, r.x0), scaled(y, r.y0), scaled(x, r.x1 - 1) + 1, scaled(y, r.y1 - 1) + 1};
}

}  // namespace weft

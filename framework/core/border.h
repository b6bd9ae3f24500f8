// Where a read outside a domain lands: one function, used by every back end.
#pragma once

#include "core/types.h"

namespace weft {

/// Whether a read beyond one side may land at the opposite one, so that what is needed of a picture
/// is not one interval: eRepeat.
constexpr bool reads_far_side(BorderMode mode) { return mode == eRepeat; }

/// Whether a read beyond a side lands as far inside as it is outside: eMirror.
constexpr bool reflects(BorderMode mode) { return mode == eMirror; }

/// Returned by remap() where the border's constant is to be read.
inline constexpr int kOutside = -2147483647 - 1;

/// The coordinate in [lo, hi) that a read at `i` lands on, or kOutside for eConstant.
/// Requires lo < hi. Mirror repeats the edge sample (half-sample symmetry); mirror and repeat hold
/// for any distance, where one reflection (border-partitioning, listing 1) fails beyond one width.
constexpr int remap(int i, int lo, int hi, BorderMode mode) {
    if (i >= lo && i < hi) return i;
    const int n = hi - lo;
    switch (mode) {
        case eClamp: return i < lo ? lo : hi - 1;
        case eRepeat: {
            const int m = (i - lo) % n;
            return lo + (m < 0 ? m + n : m);
        }
        case eMirror: {
            const int period = 2 * n;
            int m = (i - lo) % period;
            if (m < 0) m += period;
            return lo + (m < n ? m : period - 1 - m);
        }
        case eConstant: break;
    }
    return kOutside;
}

}  // namespace weft

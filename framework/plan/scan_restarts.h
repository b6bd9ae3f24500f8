// Where scans begin: at the ends of their lines or, of moving averages, at restarts.
#pragma once

#include "core/rect.h"
#include "core/types.h"

namespace weft {

/// The largest multiple of `period`, counted from `origin` to either side, that is at most `i`.
constexpr int restart_at_or_before(int i, int origin, int period) {
    const int distance = i - origin;
    return origin + (distance / period - (distance % period < 0 ? 1 : 0)) * period;
}

/// The elements that a scan over `domain` advances over so that `needed` is right: from the last
/// restart on or, of a recurrence (period 0), from where its lines begin.
Rect advanced_over(const Rect& needed, const Rect& domain, Axis axis, int period, bool backwards);

}  // namespace weft

#include "plan/scan_restarts.h"

namespace weft {

Rect advanced_over(const Rect& needed, const Rect& domain, Axis axis, int period, bool backwards) {
    if (needed.empty()) return needed;
    const bool across = axis == eHorizontal;
    Rect r = needed;
    if (period == 0 && backwards) {
        (across ? r.x1 : r.y1) = across ? domain.x1 : domain.y1;
        return r;
    }
    int& first = across ? r.x0 : r.y0;
    const int origin = across ? domain.x0 : domain.y0;
    first = period == 0 ? origin : restart_at_or_before(first, origin, period);
    return r;
}

}  // namespace weft

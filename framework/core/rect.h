// A half-open rectangle of pixels: domains of definition and regions of interest.
#pragma once

namespace weft {

/// Pixels x0 <= x < x1, y0 <= y < y1. Empty when either extent is not positive.
/// Coordinates are absolute and may be negative: a domain need not begin at the origin.
struct Rect {
    int x0 = 0, y0 = 0, x1 = 0, y1 = 0;

    constexpr int width() const { return x1 - x0; }
    constexpr int height() const { return y1 - y0; }
    constexpr bool empty() const { return x1 <= x0 || y1 <= y0; }
    constexpr long long area() const {
        return empty() ? 0 : static_cast<long long>(width()) * height();
    }
    constexpr bool contains(int x, int y) const { return x >= x0 && x < x1 && y >= y0 && y < y1; }
    constexpr bool contains(const Rect& r) const {
        return r.empty() || (r.x0 >= x0 && r.x1 <= x1 && r.y0 >= y0 && r.y1 <= y1);
    }

    friend constexpr bool operator==(const Rect&, const Rect&) = default;
};

/// The pixels in both; empty rectangles are returned as Rect{}.
constexpr Rect intersect(const Rect& a, const Rect& b) {
    const Rect r{a.x0 > b.x0 ? a.x0 : b.x0, a.y0 > b.y0 ? a.y0 : b.y0, a.x1 < b.x1 ? a.x1 : b.x1,
                 a.y1 < b.y1 ? a.y1 : b.y1};
    return r.empty() ? Rect{} : r;
}

/// The smallest rectangle holding both; an empty one adds nothing.
constexpr Rect hull(const Rect& a, const Rect& b) {
    if (a.empty()) return b;
    if (b.empty()) return a;
    return {a.x0 < b.x0 ? a.x0 : b.x0, a.y0 < b.y0 ? a.y0 : b.y0, a.x1 > b.x1 ? a.x1 : b.x1,
            a.y1 > b.y1 ? a.y1 : b.y1};
}

}  // namespace weft

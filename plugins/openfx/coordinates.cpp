#include "openfx/coordinates.h"

#include <algorithm>
#include <cmath>

namespace weft::openfx {
namespace {

constexpr double kRounding = 1e-6;
/// Beyond it lies nothing that a host means as a place.
constexpr double kFarthest = 1 << 20;

int below(double v) {
    return static_cast<int>(std::floor(std::clamp(v, -kFarthest, kFarthest) + kRounding));
}
int above(double v) {
    return static_cast<int>(std::ceil(std::clamp(v, -kFarthest, kFarthest) - kRounding));
}

}  // namespace

PixelRect to_pixels(const CanonicalRect& r, const Geometry& g) {
    const double x = g.scale.x, y = g.scale.y;
    return {below(r.x1 * x), below(r.y1 * y), above(r.x2 * x), above(r.y2 * y)};
}

CanonicalRect to_canonical(const PixelRect& r, const Geometry& g) {
    const double x = 1 / g.scale.x, y = 1 / g.scale.y;
    return {r.x1 * x, r.y1 * y, r.x2 * x, r.y2 * y};
}

PixelRect nearest_pixels(const CanonicalRect& r, const PixelScale& scale) {
    const auto nearest = [](double v) { return below(v + 0.5); };
    return {nearest(r.x1 * scale.x), nearest(r.y1 * scale.y), nearest(r.x2 * scale.x),
            nearest(r.y2 * scale.y)};
}

bool is_finite(const CanonicalRect& r) {
    const auto near = [](double v) { return std::abs(v) < kFarthest; };
    return near(r.x1) && near(r.y1) && near(r.x2) && near(r.y2);
}

bool is_endless(const PixelRect& r) {
    constexpr long long kMost = 1 << 16;
    return static_cast<long long>(r.x2) - r.x1 > kMost ||
           static_cast<long long>(r.y2) - r.y1 > kMost;
}

ImageShape shape_in(const Geometry& geometry, const Rect& defined, int planes) {
    const Rect& frame = geometry.frame;
    if (frame.empty()) return {defined, planes};
    const Rect pixel{frame.x0, frame.y0, frame.x0 + 1, frame.y0 + 1};
    return {hull(frame, defined), planes, frame, defined.empty() ? pixel : defined};
}

}  // namespace weft::openfx

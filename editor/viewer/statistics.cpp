#include "viewer/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace weft::editor {

std::vector<PlaneStatistics> statistics(const Picture& picture, const Rect& region) {
    const Rect area = intersect(picture.domain(), region);
    std::vector<PlaneStatistics> all;
    for (int p = 0; p < picture.planes(); ++p) {
        PlaneStatistics plane;
        float low = std::numeric_limits<float>::infinity(), high = -low;
        double sum = 0.0;
        long long finite = 0;
        for (int y = area.y0; y < area.y1; ++y) {
            const float* row = picture.row(y, p) - picture.domain().x0;
            for (int x = area.x0; x < area.x1; ++x) {
                if (!std::isfinite(row[x])) {
                    ++plane.not_finite;
                    continue;
                }
                low = std::min(low, row[x]);
                high = std::max(high, row[x]);
                sum += static_cast<double>(row[x]);
                ++finite;
            }
        }
        if (finite > 0) {
            plane.minimum = low;
            plane.maximum = high;
            plane.mean = sum / static_cast<double>(finite);
        }
        all.push_back(plane);
    }
    return all;
}

long long count_not_finite(const Picture& picture) {
    const Rect d = picture.domain();
    long long count = 0;
    for (int y = d.y0; y < d.y1; ++y)
        for (int x = 0; x < d.width(); ++x)
            for (int p = 0; p < picture.planes(); ++p)
                if (!std::isfinite(picture.row(y, p)[x])) {
                    ++count;
                    break;
                }
    return count;
}

Picture difference(const Picture& a, const Picture& b) {
    const Rect area = intersect(a.domain(), b.domain());
    Picture to(area, std::min(a.planes(), b.planes()));
    for (int p = 0; p < to.planes(); ++p)
        for (int y = area.y0; y < area.y1; ++y) {
            const float* left = a.row(y, p) - a.domain().x0;
            const float* right = b.row(y, p) - b.domain().x0;
            float* row = to.row(y, p) - area.x0;
            for (int x = area.x0; x < area.x1; ++x) {
                const bool both = std::isfinite(left[x]) && std::isfinite(right[x]);
                const bool none = !std::isfinite(left[x]) && !std::isfinite(right[x]);
                row[x] = both   ? std::abs(left[x] - right[x])
                         : none ? 0.0f
                                : std::numeric_limits<float>::infinity();
            }
        }
    return to;
}

}  // namespace weft::editor

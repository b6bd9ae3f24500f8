#include "viewer/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace weft::editor {
namespace {

/// What is known of a plane so far.
struct Sum {
    float low = std::numeric_limits<float>::infinity(), high = -low;
    double sum = 0.0;
    long long finite = 0, not_finite = 0;

    void add(std::span<const float> values) {
        for (const float v : values) {
            if (!std::isfinite(v)) {
                ++not_finite;
                continue;
            }
            low = std::min(low, v);
            high = std::max(high, v);
            sum += static_cast<double>(v);
            ++finite;
        }
    }
    PlaneStatistics plane() const {
        if (finite == 0) return {0, 0, 0, not_finite};
        return {low, high, sum / static_cast<double>(finite), not_finite};
    }
};

}  // namespace

std::vector<PlaneStatistics> statistics(const Layer& layer, const Rect& region,
                                        const std::atomic<bool>& cancel) {
    std::vector<Sum> sums(static_cast<std::size_t>(layer.planes()));
    std::vector<float> values(static_cast<std::size_t>(TiledPicture::kTile));
    each_piece(layer, region, [&](const LayerPiece& piece) {
        if (cancel.load()) return;
        const Rect& part = piece.part;
        for (int p = 0; p < layer.planes(); ++p)
            for (int y = part.y0; y < part.y1; ++y) {
                float* to = values.data();
                for (int x = part.x0; x < part.x1; ++x) *to++ = piece.at(x, y, p);
                sums[static_cast<std::size_t>(p)].add({values.data(), to});
            }
    });
    std::vector<PlaneStatistics> all;
    for (const Sum& sum : sums) all.push_back(sum.plane());
    return all;
}

long long count_not_finite(const Picture& picture, const Rect& region) {
    long long count = 0;
    for (int y = region.y0; y < region.y1; ++y)
        for (int x = region.x0; x < region.x1; ++x)
            for (int p = 0; p < picture.planes(); ++p)
                if (!std::isfinite(picture.at(x, y, p))) {
                    ++count;
                    break;
                }
    return count;
}

}  // namespace weft::editor

#include "runtime/cuda/banding.h"

namespace weft {

namespace {

Rect hull_of(const std::vector<Rect>& regions) {
    Rect all;
    for (const Rect& region : regions) all = hull(all, region);
    return all;
}

}  // namespace

std::vector<std::vector<Rect>> band_regions(const std::vector<Rect>& regions, int count) {
    const Rect all = hull_of(regions);
    const auto height_at = [&](int band) {
        return all.y0 + static_cast<int>(static_cast<long long>(all.height()) * band / count);
    };
    std::vector<std::vector<Rect>> bands;
    for (int band = 0; band < count; ++band) {
        const Rect cut{all.x0, height_at(band), all.x1, height_at(band + 1)};
        std::vector<Rect> parts;
        for (const Rect& region : regions) {
            const Rect part = intersect(region, cut);
            parts.push_back(part.empty() ? Rect{region.x0, region.y0, region.x1, region.y0 + 1}
                                         : part);
        }
        bands.push_back(std::move(parts));
    }
    return bands;
}

int most_bands(const std::vector<Rect>& regions) { return hull_of(regions).height(); }

}  // namespace weft

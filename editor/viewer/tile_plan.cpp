#include "viewer/tile_plan.h"

#include <algorithm>
#include <numeric>

#include "viewer/tiled_picture.h"

namespace weft::editor {
namespace {

constexpr double kNearlyAll = 0.7;   // of the work, from which on parts are not worth it
constexpr double kHardlyMore = 1.2;  // times the work, that bands may cost

double work(const std::vector<Rect>& parts, const std::function<double(const Rect&)>& share) {
    return std::accumulate(parts.begin(), parts.end(), 0.0,
                           [&](double sum, const Rect& part) { return sum + share(part); });
}

/// Whole tiles: at least one, at most all.
int step_of(long long pixels, int across, int most) {
    constexpr long long kTile = TiledPicture::kTile;
    return static_cast<int>(
        std::clamp(pixels / across / kTile * kTile, kTile, std::max<long long>(kTile, most)));
}

/// Where the tile of a coordinate begins.
int tile_begin(int coordinate) {
    constexpr int kTile = TiledPicture::kTile;
    return coordinate - (coordinate % kTile + kTile) % kTile;
}

/// Bands as wide as the parts, or of one row of tiles where that is too much.
std::vector<Rect> in_bands(const std::vector<Rect>& parts, long long at_once) {
    std::vector<Rect> bands;
    for (const Rect& part : parts) {
        // A picture may begin within a tile: bands do not.
        const int left = tile_begin(part.x0), top = tile_begin(part.y0);
        const int down = step_of(at_once, part.width(), part.y1 - top);
        const int along = down > TiledPicture::kTile
                              ? part.x1 - left
                              : step_of(at_once, TiledPicture::kTile, part.x1 - left);
        for (int y = top; y < part.y1; y += down)
            for (int x = left; x < part.x1; x += along)
                bands.push_back(intersect(part, {x, y, x + along, y + down}));
    }
    return bands;
}

}  // namespace

std::vector<Rect> parts_to_compute(const std::vector<Rect>& missing, const Rect& all,
                                   const std::function<double(const Rect&)>& share,
                                   long long at_once) {
    if (missing.empty()) return {};
    const bool nearly_all = work(missing, share) > kNearlyAll * share(all);
    std::vector<Rect> parts = nearly_all ? std::vector{all} : missing;
    std::vector<Rect> bands = in_bands(parts, at_once);
    if (work(bands, share) > kHardlyMore * work(parts, share)) return parts;
    // Those of `all` that are there: who computes the first and asks again would go on for ever.
    std::erase_if(bands, [&](const Rect& band) {
        return std::none_of(missing.begin(), missing.end(),
                            [&](const Rect& part) { return !intersect(part, band).empty(); });
    });
    return bands;
}

}  // namespace weft::editor

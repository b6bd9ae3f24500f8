#include "viewer/picked_colour.h"

#include <cmath>

#include "viewer/viewed_picture.h"

namespace weft::editor {
namespace {

std::optional<Colour> mean_of(const Layer& layer, const Rect& region) {
    const bool colours = layer.planes() >= 3;
    Colour sum{};
    long long count = 0;
    each_piece(layer, reduced(region, layer.reduction), [&](const LayerPiece& piece) {
        for (int y = piece.part.y0; y < piece.part.y1; ++y)
            for (int x = piece.part.x0; x < piece.part.x1; ++x) {
                Colour pixel;
                bool finite = true;
                for (int i = 0; i < 3; ++i) {
                    const double v = static_cast<double>(piece.at(x, y, colours ? i : 0));
                    pixel[static_cast<std::size_t>(i)] = v;
                    finite = finite && std::isfinite(v);
                }
                if (!finite) continue;
                for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += pixel[i];
                ++count;
            }
    });
    if (count == 0) return std::nullopt;
    for (double& v : sum) v /= static_cast<double>(count);
    return sum;
}

}  // namespace

std::optional<Colour> picked_colour(const std::vector<Layer>& layers, const Rect& region) {
    for (const Layer& layer : layers)
        if (const auto colour = mean_of(layer, region)) return colour;
    return std::nullopt;
}

}  // namespace weft::editor

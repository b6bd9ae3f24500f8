// A picture as a viewer shows and measures it: alone, or what differs from another.
#pragma once

#include <cmath>
#include <limits>
#include <optional>

#include "viewer/tiled_picture.h"

namespace weft::editor {

/// |a - b| where both are finite. Infinite where one of them is; where neither is, 0.
inline float difference(float a, float b) {
    const bool left = std::isfinite(a), right = std::isfinite(b);
    if (left && right) return std::abs(a - b);
    return left == right ? 0.0f : std::numeric_limits<float>::infinity();
}

/// Parts of either picture may be missing.
struct Layer {
    TiledPicture picture;
    std::optional<TiledPicture> minus;  ///< the differences from it are shown, plane by plane
    int reduction = 1;                  ///< a pixel covers this many in full each way

    /// Where there are pixels: in both.
    Rect domain() const {
        return minus ? intersect(picture.domain(), minus->domain()) : picture.domain();
    }
    /// As many as the one with fewer has.
    int planes() const {
        return minus && minus->planes() < picture.planes() ? minus->planes() : picture.planes();
    }
};

/// Some of a layer that lies in one tile.
struct LayerPiece {
    const Picture& block;
    const Picture* minus;  ///< null: nothing is
    Rect part;

    float at(int x, int y, int plane) const {
        const float value = block.at(x, y, plane);
        return minus ? difference(value, minus->at(x, y, plane)) : value;
    }
};

/// Calls `visit(piece)` for all that is there of `region`.
template <class Visit>
void each_piece(const Layer& layer, const Rect& region, const Visit& visit) {
    each_tile(layer.picture, intersect(region, layer.domain()),
              [&](const Picture& block, const Rect& part) {
                  const Picture* minus =
                      layer.minus ? layer.minus->block_at(part.x0, part.y0) : nullptr;
                  if (minus || !layer.minus) visit(LayerPiece{block, minus, part});
              });
}

}  // namespace weft::editor

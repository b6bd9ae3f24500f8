// A picture of which parts may not be there yet, in tiles: what is computed for a window, and kept.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "core/image_shape.h"
#include "runtime/picture.h"

namespace weft::editor {

/// Tiles lie on a grid of kTile pixels from the origin, cut to the picture's domain. What they hold
/// is shared and never changes, so that copies cost little and other threads may read them.
class TiledPicture {
  public:
    static constexpr int kTile = 256;

    TiledPicture() = default;  ///< of an empty domain: nothing is known of it
    /// With no tile yet.
    explicit TiledPicture(const ImageShape& shape) : shape_(shape) {}
    /// All of a picture.
    explicit TiledPicture(const std::shared_ptr<const Picture>& whole);

    const ImageShape& shape() const { return shape_; }
    const Rect& domain() const { return shape_.domain; }
    int planes() const { return shape_.planes; }

    /// Adds the tiles that lie whole in `block`, which has as many planes. Of those that are there
    /// already, it takes the place.
    void put(const std::shared_ptr<const Picture>& block);
    /// What holds the tile that the pixel lies in; null: it is not there.
    const Picture* block_at(int x, int y) const;
    /// The tile around a pixel of the domain, cut to it.
    Rect tile_at(int x, int y) const;
    /// Whether all of `part` that lies in the domain is there.
    bool holds(const Rect& part) const;
    bool is_whole() const { return holds(domain()); }
    /// `part` grown to whole tiles, cut to the domain.
    Rect in_tiles(const Rect& part) const;
    /// All of it as one picture; null where something is missing, or there is no picture.
    std::shared_ptr<const Picture> whole() const;
    /// Of what holds the tiles.
    std::size_t bytes() const;

  private:
    ImageShape shape_;
    std::map<std::pair<int, int>, std::shared_ptr<const Picture>> tiles_;  // by row and column
};

/// Calls `visit(block, part)` for all tiles that are there and hold some of `region`: part of them,
/// in `block`.
template <class Visit>
void each_tile(const TiledPicture& picture, const Rect& region, const Visit& visit) {
    const Rect all = intersect(region, picture.domain());
    for (int y = all.y0; y < all.y1; y = picture.tile_at(all.x0, y).y1)
        for (int x = all.x0; x < all.x1; x = picture.tile_at(x, y).x1)
            if (const Picture* block = picture.block_at(x, y))
                visit(*block, intersect(picture.tile_at(x, y), all));
}

/// The parts of `wanted` that one of the pictures has in its domain and does not hold: whole tiles
/// of the grid, as few rectangles as side by side and below one another they make.
std::vector<Rect> missing_parts(const std::vector<const TiledPicture*>& pictures,
                                const Rect& wanted);

}  // namespace weft::editor

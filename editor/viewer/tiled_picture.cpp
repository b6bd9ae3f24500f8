#include "viewer/tiled_picture.h"

#include <algorithm>
#include <set>

namespace weft::editor {
namespace {

constexpr int kTile = TiledPicture::kTile;

int tile_of(int coordinate) {
    return coordinate >= 0 ? coordinate / kTile : -((-coordinate - 1) / kTile) - 1;
}

/// The tiles that hold something of `part`, in numbers of tiles.
Rect tiles_of(const Rect& part) {
    if (part.empty()) return {};
    return {tile_of(part.x0), tile_of(part.y0), tile_of(part.x1 - 1) + 1, tile_of(part.y1 - 1) + 1};
}

Rect pixels_of(const Rect& tiles) {
    return {tiles.x0 * kTile, tiles.y0 * kTile, tiles.x1 * kTile, tiles.y1 * kTile};
}

}  // namespace

TiledPicture::TiledPicture(const std::shared_ptr<const Picture>& whole)
    : shape_{whole->domain(), whole->planes()} {
    put(whole);
}

Rect TiledPicture::in_tiles(const Rect& part) const {
    return intersect(pixels_of(tiles_of(intersect(part, domain()))), domain());
}

Rect TiledPicture::tile_at(int x, int y) const { return in_tiles({x, y, x + 1, y + 1}); }

void TiledPicture::put(const std::shared_ptr<const Picture>& block) {
    const Rect tiles = tiles_of(intersect(block->domain(), domain()));
    for (int y = tiles.y0; y < tiles.y1; ++y)
        for (int x = tiles.x0; x < tiles.x1; ++x)
            if (block->domain().contains(intersect(pixels_of({x, y, x + 1, y + 1}), domain())))
                tiles_[{y, x}] = block;
}

const Picture* TiledPicture::block_at(int x, int y) const {
    const auto at = tiles_.find({tile_of(y), tile_of(x)});
    return at == tiles_.end() ? nullptr : at->second.get();
}

bool TiledPicture::holds(const Rect& part) const { return missing_parts({this}, part).empty(); }

std::shared_ptr<const Picture> TiledPicture::whole() const {
    if (domain().empty() || !is_whole()) return nullptr;
    if (const auto& block = tiles_.begin()->second; block->domain() == domain()) return block;
    auto all = std::make_shared<Picture>(domain(), planes());
    each_tile(*this, domain(), [&](const Picture& block, const Rect& part) {
        for (int p = 0; p < planes(); ++p)
            for (int y = part.y0; y < part.y1; ++y) {
                const float* from = block.row(y, p) - block.domain().x0;
                std::copy(from + part.x0, from + part.x1, all->row(y, p) + part.x0 - domain().x0);
            }
    });
    return all;
}

std::size_t TiledPicture::bytes() const {
    std::set<const Picture*> blocks;
    for (const auto& [place, block] : tiles_) blocks.insert(block.get());
    std::size_t bytes = 0;
    for (const Picture* block : blocks)
        bytes += static_cast<std::size_t>(block->domain().area()) *
                 static_cast<std::size_t>(block->planes()) * sizeof(float);
    return bytes;
}

std::vector<Rect> missing_parts(const std::vector<const TiledPicture*>& pictures,
                                const Rect& wanted) {
    Rect all;
    for (const TiledPicture* picture : pictures) all = hull(all, picture->domain());
    const auto is_missing = [&](int x, int y) {
        return std::any_of(pictures.begin(), pictures.end(), [&](const TiledPicture* picture) {
            const Rect seen =
                intersect(intersect(pixels_of({x, y, x + 1, y + 1}), picture->domain()), wanted);
            return !seen.empty() && picture->block_at(seen.x0, seen.y0) == nullptr;
        });
    };
    const Rect tiles = tiles_of(intersect(wanted, all));
    std::vector<Rect> parts;  // in tiles
    for (int y = tiles.y0; y < tiles.y1; ++y)
        for (int x = tiles.x0; x < tiles.x1; ++x) {
            if (!is_missing(x, y)) continue;
            Rect run{x, y, x + 1, y + 1};
            while (run.x1 < tiles.x1 && is_missing(run.x1, y)) ++run.x1;
            x = run.x1;
            const auto above = std::find_if(parts.begin(), parts.end(), [&](const Rect& part) {
                return part.x0 == run.x0 && part.x1 == run.x1 && part.y1 == y;
            });
            if (above != parts.end())
                above->y1 = y + 1;
            else
                parts.push_back(run);
        }
    for (Rect& part : parts) part = intersect(pixels_of(part), all);
    return parts;
}

}  // namespace weft::editor

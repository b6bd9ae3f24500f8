// What there is of the picture that a viewer shows, as it grows.
#pragma once

#include <optional>
#include <vector>

#include "model/costs.h"
#include "viewer/tiled_picture.h"

namespace weft::editor {

struct ViewedPicture {
    TiledPicture picture;
    std::optional<TiledPicture> other;  ///< of the second output; none where there is none
    std::vector<ImageShape> inputs;     ///< Survey::inputs
    int reduction = 1;                  ///< EvaluationRequest::reduction
    long long version = 0;              ///< Survey::version
    int kernels = 0;
    double seconds = 0.0;        ///< of running alone, for all that is there
    long long not_finite = 0;    ///< pixels of what is there of `picture`
    std::optional<Costs> costs;  ///< where they were asked for

    std::vector<const TiledPicture*> pictures() const {
        std::vector<const TiledPicture*> all{&picture};
        if (other) all.push_back(&*other);
        return all;
    }
    /// Of both pictures.
    Rect domain() const {
        return other ? hull(picture.domain(), other->domain()) : picture.domain();
    }
    /// `part` grown to whole tiles, cut to domain().
    Rect in_tiles(const Rect& part) const {
        const Rect tiles = picture.in_tiles(part);
        return other ? hull(tiles, other->in_tiles(part)) : tiles;
    }
};

/// Where pictures are looked at, in their own pixels.
struct Wanted {
    Rect seen;    ///< comes first
    Rect behind;  ///< comes after that; empty: nothing
    friend bool operator==(const Wanted&, const Wanted&) = default;
};

/// Whether all of it is there; not where nothing is known of the picture yet.
bool holds(const ViewedPicture& picture, const Wanted& wanted);

/// In pixels n times as large: those that hold something of `region`.
Rect reduced(const Rect& region, int n);

/// Any picture whole.
inline constexpr Rect kEverywhere{-(1 << 30), -(1 << 30), 1 << 30, 1 << 30};

}  // namespace weft::editor

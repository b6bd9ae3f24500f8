// Where elements lie, and pictures that are read anywhere, on a GPU.
#pragma once

#include "core/sampling.h"
#include "gpu_accessors.h"

namespace weft {

/// Where the element lies.
template <class S>
struct Place {
    Element e;
    WEFT_INLINE int X() const { return e.x; }
    WEFT_INLINE int Y() const { return e.y; }
    WEFT_INLINE int Plane() const { return e.plane; }
};

/// Anywhere in a picture, by way of the border: eRandom.
template <class Meta>
struct InputRandom : Meta {
    using Picture = typename PictureOf<Meta>::Type;
    const Picture& picture;
    int own_plane;  // where the indexer is not per pixel
    WEFT_INLINE InputRandom(const Picture& p, Element e) : picture(p), own_plane(e.plane) {}

    WEFT_INLINE float operator()(int x, int y WEFT_PLACE) const {
        return element(x, y, own_plane WEFT_AT);
    }
    WEFT_INLINE float operator()(int x, int y, int plane WEFT_PLACE) const {
        return element(x, y, in_picture(plane) WEFT_AT);
    }
    WEFT_INLINE float Nearest(float x, float y WEFT_PLACE) const {
        return portable::sample_nearest(x, y, At{*this, own_plane WEFT_AT});
    }
    WEFT_INLINE float Nearest(float x, float y, int plane WEFT_PLACE) const {
        return portable::sample_nearest(x, y, At{*this, in_picture(plane) WEFT_AT});
    }
    WEFT_INLINE float Bilinear(float x, float y WEFT_PLACE) const {
        return portable::sample_bilinear(x, y, At{*this, own_plane WEFT_AT});
    }
    WEFT_INLINE float Bilinear(float x, float y, int plane WEFT_PLACE) const {
        return portable::sample_bilinear(x, y, At{*this, in_picture(plane) WEFT_AT});
    }
    WEFT_INLINE float Cubic(float x, float y WEFT_PLACE) const {
        return portable::sample_cubic(x, y, At{*this, own_plane WEFT_AT});
    }
    WEFT_INLINE float Cubic(float x, float y, int plane WEFT_PLACE) const {
        return portable::sample_cubic(x, y, At{*this, in_picture(plane) WEFT_AT});
    }
    WEFT_INLINE float ClampedCubic(float x, float y WEFT_PLACE) const {
        return portable::sample_clamped_cubic(x, y, At{*this, own_plane WEFT_AT});
    }
    WEFT_INLINE float ClampedCubic(float x, float y, int plane WEFT_PLACE) const {
        return portable::sample_clamped_cubic(x, y, At{*this, in_picture(plane) WEFT_AT});
    }

  private:
    /// The elements of one plane, for one call in the source.
    struct At {
        const InputRandom& input;
        int plane;
        WEFT_PLACE_FIELD
        WEFT_INLINE float operator()(int x, int y) const {
            return input.element(x, y, plane WEFT_AT);
        }
    };

    static WEFT_INLINE int in_picture(int plane) { return bounded(plane, 0, Meta::Planes - 1); }
    WEFT_INLINE float element(int x, int y, int plane WEFT_PLACE) const {
        const Element e = {bounded(x, -kFarthest, kFarthest), bounded(y, -kFarthest, kFarthest),
                           plane};
        return bordered_load<Meta::kColumns, Meta::kBorder>(picture, e WEFT_AT);
    }
};

}  // namespace weft

// Places: OpenFX counts y upwards, in canonical coordinates and pixels; Weft downwards, in pixels.
#pragma once

#include "core/image_shape.h"
#include "core/rect.h"
#include "graph/scaled.h"
#include "openfx/abi.h"

namespace weft::openfx {

/// Which rows of a frame a picture is (openfx/fields.h).
enum class Field { kNone, kLower, kUpper };

/// How one render sees the plane. Weft's pixel (0, 0) is the project's topmost and leftmost,
/// whatever a clip covers, so that what depends on places stays where it is when clips move.
struct Geometry {
    PixelScale scale;  ///< pixels to a unit of canonical coordinates, wide pixels and rows of a
                       ///< field fewer
    int top = 0;       ///< where the project ends, in pixels upwards; else the first picture
    int left = 0;      ///< where the project begins, in pixels; 0 where the host does not say
    /// The project, in Weft's pixels: what is shown of every picture. Empty: the host does not say.
    Rect frame = {};

    Rect to_weft(const PixelRect& r) const {
        return {r.x1 - left, top - r.y2, r.x2 - left, top - r.y1};
    }
    PixelRect to_pixels(const Rect& r) const {
        return {left + r.x0, top - r.y1, left + r.x1, top - r.y0};
    }
};

/// The pixels that `r` touches; a millionth of one is rounding.
PixelRect to_pixels(const CanonicalRect& r, const Geometry& geometry);
CanonicalRect to_canonical(const PixelRect& r, const Geometry& geometry);
/// The pixels whose edges are nearest to those of `r`: of a frame, which no rounding of the host's
/// pictures is to leave a row short.
PixelRect nearest_pixels(const CanonicalRect& r, const PixelScale& scale);

/// Whether a picture can have this extent; hosts give generators without end.
bool is_finite(const CanonicalRect& r);
/// Whether no picture has it, in pixels.
bool is_endless(const PixelRect& r);

/// Of a picture with pixels in `defined` (Weft's), its data window, which may be empty: its domain
/// holds the frame too. Where there is no frame, `defined` is the whole. One without pixels that
/// has a frame has a data window of one pixel, which is 0.
ImageShape shape_in(const Geometry& geometry, const Rect& defined, int planes);

}  // namespace weft::openfx

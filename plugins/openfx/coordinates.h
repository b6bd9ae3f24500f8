// Places: OpenFX counts y upwards, in canonical coordinates and pixels; Weft downwards, in pixels.
#pragma once

#include "core/rect.h"
#include "graph/scaled.h"
#include "openfx/abi.h"

namespace weft::openfx {

/// Which rows of a frame a picture is (openfx/fields.h).
enum class Field { kNone, kLower, kUpper };

/// How one render sees the plane. Weft's row 0 is the project's topmost, whatever a clip covers, so
/// that what depends on places stays where it is when clips move.
struct Geometry {
    PixelScale scale;  ///< pixels to a unit of canonical coordinates, wide pixels and rows of a
                       ///< field fewer
    int top = 0;       ///< where the project ends, in pixels upwards; else the first picture
    int left = 0;      ///< the pixel that is Weft's first column

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

/// Whether a picture can have this extent; hosts give generators without end.
bool is_finite(const CanonicalRect& r);

}  // namespace weft::openfx

// Which plane of a picture is what: grey, or red, green and blue, then alpha.
#pragma once

#include "core/image_shape.h"

namespace weft::functors {

/// Where a picture of `own_planes` holds what another, with so many colours and that plane of
/// alpha, has in `plane`; -1 where it has no such plane. Grey stands for every colour.
inline int source_plane(int plane, int colours, int alpha, int own_planes, int own_colours,
                        int own_alpha) {
    if (plane == alpha) return own_alpha;
    if (plane < colours) return plane < own_colours ? plane : own_colours == 1 ? 0 : -1;
    return plane >= own_colours && plane < own_planes && plane != own_alpha ? plane : -1;
}

/// The shape of two pictures together, of which the second has the frame: as many planes as the one
/// with more.
inline ImageShape together(const ImageShape& a, const ImageShape& b) {
    ImageShape shape;
    shape.domain = hull(a.domain, b.domain);
    shape.frame = b.frame;
    shape.planes = a.planes > b.planes ? a.planes : b.planes;
    return shape;
}

/// Keeps a picture's window for a kernel: its left, top, right and bottom edge.
inline void keep_window(const Rect& window, int (&edges)[4]) {
    edges[0] = window.x0;
    edges[1] = window.y0;
    edges[2] = window.x1;
    edges[3] = window.y1;
}

/// Whether an element lies in a window that keep_window() kept.
inline bool within(int x, int y, const int (&window)[4]) {
    return x >= window[0] && y >= window[1] && x < window[2] && y < window[3];
}

/// The alpha of a picture that has no plane of it: it is opaque in its window, and nothing beyond.
inline float coverage(int x, int y, const int (&window)[4]) {
    return within(x, y, window) ? 1.0f : 0.0f;
}

/// The window of a picture `under` another that shows as far as a matte lets it, kept within 0 and
/// 1 and multiplied by `mix` once it is `inverted` or not: where nothing of one of the two is left
/// the other is there alone.
inline Rect mixed_window(const Rect& under, const Rect& over, const Rect& matte, bool inverted,
                         float mix) {
    if (!inverted) return hull(under, intersect(over, matte));
    return mix == 1.0f ? hull(over, intersect(under, matte)) : hull(under, over);
}

/// Rec. 709's weights of red, green and blue in the luminance of linear light.
inline constexpr float kRedLuminance = 0.2126f;
inline constexpr float kGreenLuminance = 0.7152f;
inline constexpr float kBlueLuminance = 0.0722f;

}  // namespace weft::functors

// What is known of a picture before it is computed: where it is defined, and its planes.
#pragma once

#include "core/rect.h"

namespace weft {

/// A picture's windows and planes. A compositor knows the frame as the display window.
struct ImageShape {
    Rect domain;     ///< of definition
    int planes = 1;  ///< 1 ... kMaxPlanes
    /// What is shown, and what positions are told in: a part of the domain. Empty: not told.
    Rect frame = {};
    /// The part of the domain that may hold anything but zeros. Empty: the domain.
    Rect data_window = {};
    /// The first planes, red, green and blue or one grey, are so many colours. 0: not told.
    int colours = 0;
    int alpha = -1;             ///< the plane that holds alpha; -1: none, its data window is opaque
    float pixel_aspect = 0.0f;  ///< width of a pixel by its height; 0: not told

    friend constexpr bool operator==(const ImageShape&, const ImageShape&) = default;
};

/// Whether pictures of the two shapes hold equally many samples at the same places.
constexpr bool same_samples(const ImageShape& a, const ImageShape& b) {
    return a.domain == b.domain && a.planes == b.planes;
}

/// What a picture is of which nothing else is told: all of its domain is frame and data window; its
/// pixels are square; grey, grey and alpha, red, green and blue, or those and alpha by the number
/// of its planes.
constexpr ImageShape completed(ImageShape shape) {
    if (shape.frame.empty()) shape.frame = shape.domain;
    shape.data_window = intersect(shape.data_window, shape.domain);
    if (shape.data_window.empty()) shape.data_window = shape.domain;
    if (shape.pixel_aspect == 0.0f) shape.pixel_aspect = 1.0f;
    if (shape.colours > 0) return shape;
    shape.colours = shape.planes < 3 ? 1 : 3;
    shape.alpha = shape.planes == 2 ? 1 : shape.planes > 3 ? 3 : -1;
    return shape;
}

}  // namespace weft

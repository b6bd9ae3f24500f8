// The nodes that the artist's unsharp mask and Halide's share.
#pragma once

#include "graph/image.h"
#include "pixel/luminance.h"

namespace weft::effects {

/// The blur whose difference from the picture is its detail.
struct UnsharpBlur {
    float sigma = 1.5f;
    int radius = 0;  ///< where it is cut off, in pixels; 0 for three sigmas
    bool normalised = true;
};

/// Sharpens colours by the detail of their grey picture, columns first.
Graph build_unsharp(const char* name, const char* summary, const functors::Luminance& grey_of,
                    const UnsharpBlur& blur);

}  // namespace weft::effects

// How many bytes parts of a bound graph's pictures take, without padding.
#pragma once

#include "plan/bound_graph.h"

namespace weft {

/// Of `part` of a picture, in all planes.
inline double part_bytes(const PlanImage& image, const Rect& part) {
    return static_cast<double>(bytes_of(image.samples)) * static_cast<double>(part.area()) *
           image.shape.planes;
}

/// The part of a picture that is met: what is computed of it, or all of it where that is not known.
inline const Rect& part_met(const PlanImage& image) {
    return image.region.empty() ? image.shape.domain : image.region;
}

}  // namespace weft

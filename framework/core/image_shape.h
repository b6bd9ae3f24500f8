// What is known of a picture before it is computed: where it is defined, and its planes.
#pragma once

#include "core/rect.h"

namespace weft {

struct ImageShape {
    Rect domain;     ///< of definition
    int planes = 1;  ///< 1 ... kMaxPlanes

    friend constexpr bool operator==(const ImageShape&, const ImageShape&) = default;
};

}  // namespace weft

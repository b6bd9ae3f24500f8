// Pictures of one element, which hold what was learnt of a whole picture.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// One element, with as many planes as the picture has.
inline ImageShape single_element(const ImageShape& picture) {
    return {{0, 0, 1, 1}, picture.planes};
}

}  // namespace weft::functors

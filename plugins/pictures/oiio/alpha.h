// Colours that a file keeps unmultiplied by their alpha: multiplied and divided in float, so that
// every code of 8 and 16 bits comes back as it was wherever alpha is more than 0.
#pragma once

#include "runtime/picture.h"

namespace weft {

/// Loads `from`, and multiplies all planes but `alpha` by that. Both have the same domain.
void multiply_by_alpha(const PictureView& from, int alpha, const PictureView& to);

/// Stores `from` divided by its alpha; where that is not above 0, as it is.
void divide_by_alpha(const PictureView& from, int alpha, const PictureView& to);

}  // namespace weft

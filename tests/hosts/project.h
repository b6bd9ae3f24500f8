// The project that plug-ins render in, and a picture there.
#pragma once

#include "hosts/host_picture.h"

namespace weft::openfx::test {

inline constexpr int kProjectWidth = 64, kProjectTop = 48;
inline constexpr PixelRect kProject{0, 0, kProjectWidth, kProjectTop};
inline constexpr PixelRect kOddDomain{-5, 3, 56, 40};  // of odd size, not at the origin

}  // namespace weft::openfx::test

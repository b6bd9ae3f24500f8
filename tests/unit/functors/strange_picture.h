// Pictures of everything that a float can be.
#pragma once

#include <random>

#include "harness.h"

namespace weft::test {

/// Everything that a float can be, in the order of `seed`; no two pictures are alike.
inline Picture strange_picture(const ImageShape& shape, unsigned seed) {
    constexpr float kValues[] = {kNaN,   kInfinity, -kInfinity, -0.0f, 0.0f,  1e-45f, -1e-40f,
                                 3e38f,  -3e38f,    65504.0f,   -1.0f, 1.0f,  0.5f,   0.1f,
                                 1e-20f, 0.3333f,   1000.0f,    -7.7f, 1e20f, 2.0f};
    Picture picture(shape.domain, shape.planes);
    std::mt19937 random(seed);
    for (int p = 0; p < shape.planes; ++p)
        for (int y = shape.domain.y0; y < shape.domain.y1; ++y)
            for (int x = shape.domain.x0; x < shape.domain.x1; ++x)
                picture.at(x, y, p) = kValues[random() % std::size(kValues)];
    return picture;
}

}  // namespace weft::test

// Single pixels through a functor: rows of tables worked by hand.
#pragma once

#include <vector>

#include "harness.h"

namespace weft::test {

/// The planes of one pixel.
using Pixel = std::vector<float>;

inline Picture picture_of(const Pixel& pixel) {
    Picture picture({0, 0, 1, 1}, static_cast<int>(pixel.size()));
    for (std::size_t p = 0; p < pixel.size(); ++p) picture.at(0, 0, static_cast<int>(p)) = pixel[p];
    return picture;
}

/// What the functor makes of one pixel of each input. Empty where it fails, which is reported.
template <class F>
Pixel apply(const F& functor, const std::vector<Pixel>& inputs) {
    std::vector<Picture> pictures;
    for (const Pixel& input : inputs) pictures.push_back(picture_of(input));
    std::vector<const Picture*> pointers;
    for (const Picture& picture : pictures) pointers.push_back(&picture);
    const std::vector<Picture> outputs = run(functor, pointers);
    Pixel result;
    for (int p = 0; !outputs.empty() && p < outputs[0].planes(); ++p)
        result.push_back(outputs[0].at(0, 0, p));
    return result;
}

/// Expects two pixels to have as many planes, alike within tolerance (1 + |expected|).
inline void expect_pixel(const Pixel& actual, const std::vector<double>& expected,
                         double tolerance = 1e-6) {
    ASSERT_EQ(actual.size(), expected.size());
    for (std::size_t p = 0; p < expected.size(); ++p)
        EXPECT_NEAR(actual[p], expected[p], tolerance * (1.0 + std::abs(expected[p])))
            << "plane " << p;
}

}  // namespace weft::test

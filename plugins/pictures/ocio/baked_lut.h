// A transform of colours as a look-up table, laid out as a picture for the functor ColourLut.
//
// Rows of edge * edge elements of three planes. In the first two rows, each plane says of its axis:
//   row 0: where the axis begins; where it ends; the knee of its logarithm, 0: none
//   row 1: an offset; what of red; of green; of blue
// A colour c lies on an axis at s(offset + red c_r + green c_g + blue c_b), where s(v) is v, or
// sign(v) log2(1 + |v| / knee), from the beginning to the end. Below lie the slices of equal blue
// side by side: colour (r, g, b) at x = b edge + r, y = 2 + g.
#pragma once

#include <array>
#include <functional>
#include <vector>

namespace weft {

inline constexpr int kLutHeaderRows = 2;

/// From values to places along an axis: as they are, or by a logarithm that passes through 0.
struct Shaper {
    double low = 0, high = 1;  ///< the domain
    double knee = 0;           ///< below it nearly linear, above it logarithmic; 0: linear

    double curved(double value) const;
    /// Of what curved() gives.
    double value(double curved) const;
};

/// What a colour is multiplied by before it is looked up, row by row, and what is added then.
struct ColourMatrix3 {
    std::array<double, 9> rows = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    std::array<double, 3> offset = {0, 0, 0};
    friend bool operator==(const ColourMatrix3&, const ColourMatrix3&) = default;
};

/// Red, green, blue.
using Colour = std::array<float, 3>;

/// Sends colours through a transform, in place.
using ApplyColours = std::function<void(std::vector<Colour>&)>;

struct BakedLut {
    int edge = 0;
    Shaper shaper;
    ColourMatrix3 matrix;
    std::vector<Colour> elements;  ///< row by row, the first two rows included

    int width() const { return edge * edge; }
    int height() const { return edge + kLutHeaderRows; }
};

/// The table of `rest`, to be looked up behind `matrix`. What `rest` makes that is not finite
/// becomes 0 where it is not a number, else the largest number there is.
BakedLut bake_lut(const ApplyColours& rest, const ColourMatrix3& matrix, const Shaper& shaper,
                  int edge);

/// What ColourLut makes of a colour.
Colour look_up(const BakedLut& lut, const Colour& colour);

/// How far a table strays from what was baked, over colours of its domain, around the greys.
struct BakeError {
    double mean = 0, most = 0;    ///< of |difference| / max(1, |value|)
    double median = 0, rare = 0;  ///< half, and 99 of 100, channels are nearer
};

/// `whole` is the transform, matrix and all.
BakeError measure_bake(const BakedLut& lut, const ApplyColours& whole);

}  // namespace weft

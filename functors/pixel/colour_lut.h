// Colours looked up in a cube of colours.
#pragma once

#include "channels.h"
#include "core/functor.h"

namespace weft::functors {

/// Replaces every colour by what a three-dimensional look-up table holds for it.
///
/// The table is a picture that describes itself (docs/colour.md): a .cube file or another that
/// OpenColorIO reads, or a transform between colour spaces, which is named ocio:FROM:TO where a
/// picture is; it is baked to such a cube. Between the cube's elements colours are interpolated
/// within tetrahedra. Colours beyond the table's domain, infinities too, count as lying at its
/// edge; what is not a number counts as 0. A picture that is not as large as a table is has the
/// largest cube that fits into it; one that holds none changes nothing. A grey picture is looked up
/// as three equal colours and becomes the red that is found. Planes after the colours, alpha first,
/// pass unchanged.
class ColourLut : public Functor<ColourLut, eParallel> {
    static constexpr int kLongestEdge = 256;
    static constexpr int kHeaderRows = 2;
    static constexpr float kFarthestColour = 1.0e18f;

    Indexer<eInput, ePixel> Input;
    Indexer<eInput, ePixel, eRandom> Lut;
    Indexer<eOutput, ePixel> Output;
    bool Premultiplied = false;
    float Mix;
    int Edge = 0;  // elements along each axis of the cube, 0: there is no cube
    mFunctorIndexers(Input, Lut, Output)
    mFunctorParameters(
        Parameter("premultiplied", Premultiplied)
            .Label("Premultiplied")
            .Help("Colours are divided by alpha before they are looked up and multiplied by it "
                  "after; where alpha is 0 or less they stay as they are."),
        Parameter("mix", Mix)
            .Range(0.0, 1.0)
            .Label("Mix")
            .Help("Fades from the picture, 0, to what is looked up, 1."))

    /// Near enough to infinity, and no sum of a matrix's products exceeds what a float holds.
    static float finite(float v) {
        return v == v ? clamp(v, -kFarthestColour, kFarthestColour) : 0.0f;
    }

    /// Where a colour lies along an axis of the cube, in elements from 0 to Edge - 1, by the first
    /// two rows of the table: where the axis begins and ends, and the knee of its logarithm (0:
    /// there is none); an offset, and what of red, green and blue the axis is made of.
    float place(float red, float green, float blue, int axis) const {
        const int x = Lut.Domain.x0, y = Lut.Domain.y0;
        const float low = Lut(x, y, axis), high = Lut(x + 1, y, axis), knee = Lut(x + 2, y, axis);
        const float value = ((red * Lut(x + 1, y + 1, axis) + green * Lut(x + 2, y + 1, axis)) +
                             blue * Lut(x + 3, y + 1, axis)) +
                            Lut(x, y + 1, axis);
        const float curved = copysign(log2(1.0f + abs(value) / knee), value);
        const float t = ((knee > 0.0f ? curved : value) - low) / (high - low);
        const float inside = t > 0.0f ? (t < 1.0f ? t : 1.0f) : 0.0f;
        return high > low ? inside * to_float(Edge - 1) : 0.0f;
    }

  public:
    explicit ColourLut(float mix = 1.0f) : Mix(mix) {}

    ImageShape Shape(const ImageShape* inputs) const { return inputs[0]; }

    // Slices of equal blue lie side by side, below the first two rows.
    void Measure() {
        const int width = Lut.Domain.x1 - Lut.Domain.x0;
        const int height = Lut.Domain.y1 - Lut.Domain.y0 - kHeaderRows;
        Edge = 0;
        for (int e = 2; e <= kLongestEdge && e <= height && e * e <= width; ++e) Edge = e;
    }

    int Copies() const { return Mix == 0.0f ? 0 : -1; }

    void Kernel() {
        const int colours = Input.Colours;
        const int matte = Input.Alpha;
        const float alpha = Premultiplied && matte >= 0 ? Input(matte) : 1.0f;
        const bool seen = alpha > 0.0f;
        const float divisor = seen ? alpha : 1.0f;

        const float red = finite(Input(0) / divisor);
        const float green = finite(Input(min(1, colours - 1)) / divisor);
        const float blue = finite(Input(colours - 1) / divisor);
        const float u = place(red, green, blue, 0);
        const float v = place(red, green, blue, 1);
        const float w = place(red, green, blue, 2);
        const int i = min(to_int(u), Edge - 2);
        const int j = min(to_int(v), Edge - 2);
        const int k = min(to_int(w), Edge - 2);
        const float r = u - to_float(i), g = v - to_float(j), b = w - to_float(k);

        // From the cell's first corner to its last, along the axis on which the colour lies
        // furthest, then the next, then the last: four corners of a tetrahedron.
        const float most = max(max(r, g), b), least = min(min(r, g), b);
        const float middle = max(min(r, g), min(max(r, g), b));
        const bool red_first = r >= max(g, b), green_first = g >= b;
        const bool blue_last = b <= min(r, g), green_last = g <= r;
        const int x0 = Lut.Domain.x0 + k * Edge + i, y0 = Lut.Domain.y0 + kHeaderRows + j;
        const int x1 = x0 + (red_first ? 1 : green_first ? 0 : Edge);
        const int y1 = y0 + (red_first ? 0 : green_first ? 1 : 0);
        const int x2 = x0 + (blue_last ? 1 : green_last ? 1 + Edge : Edge);
        const int y2 = y0 + (blue_last ? 1 : green_last ? 0 : 1);

        for (int plane = 0; plane < Input.Planes; ++plane) {
            const float value = Input(plane);
            if (plane >= colours || Edge < 2 || Mix == 0.0f) {
                Output(plane) = value;
            } else {
                const float found =
                    ((1.0f - most) * Lut(x0, y0, plane) + (most - middle) * Lut(x1, y1, plane)) +
                    ((middle - least) * Lut(x2, y2, plane) +
                     least * Lut(x0 + 1 + Edge, y0 + 1, plane));
                const float becomes = seen ? found * divisor : value;
                Output(plane) = Mix == 1.0f ? becomes : value * (1.0f - Mix) + becomes * Mix;
            }
        }
    }
};

}  // namespace weft::functors

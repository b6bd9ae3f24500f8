// By how much each pixel's neighbours differ from it in one colour.
#pragma once

#include "channels.h"
#include "core/functor.h"

namespace weft::functors {

/// Subtracts from each pixel every pixel of a square around it, in one colour: a plane for each of
/// them, row by row.
///
/// Of a grey picture red is the grey, and the differences of green and blue are 0. The sum of the
/// three colours' squares is what PixelDistances gives.
class ColourDifferences : public Functor<ColourDifferences, eParallel> {
    static constexpr int kMaxRadius = 3;  // 49 planes
    static constexpr const char* kColours[] = {"red", "green", "blue"};

    Indexer<eInput, ePixel, e2D> Input;
    Indexer<eOutput, ePixel> Output;
    Baked<int> Colour;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(Parameter("radius", Input.RadiusX)
                           .Pixels()
                           .Structure()
                           .Range(0, kMaxRadius)
                           .Label("Radius")
                           .Help("How far neighbours lie, in pixels: 3 gives 49 planes."),
                       Parameter("colour", Colour.value)
                           .Choices(kColours)
                           .Structure()
                           .Label("Colour")
                           .Help("Which colour is compared."))

  public:
    explicit ColourDifferences(int radius = kMaxRadius, int colour = 0)
        : Input(radius, radius), Colour(colour) {}

    void Prepare() { Input.RadiusY = Input.RadiusX; }

    ImageShape Shape(const ImageShape* inputs) const {
        const int side = 2 * Input.RadiusX + 1;
        return {inputs[0].domain, side * side};
    }

    void Kernel() {
        const int side = 2 * Input.RadiusX + 1;
        const bool there = Colour < Input.Colours;
        for (int j = -Input.RadiusY; j <= Input.RadiusY; ++j)
            for (int i = -Input.RadiusX; i <= Input.RadiusX; ++i) {
                const float difference = Input(0, 0, Colour) - Input(i, j, Colour);
                Output((j + Input.RadiusY) * side + (i + Input.RadiusX)) =
                    there ? difference : 0.0f;
            }
    }
};

}  // namespace weft::functors

// How different each pixel is from its neighbours.
#pragma once

#include "channels.h"
#include "core/functor.h"

namespace weft::functors {

/// Measures how different each pixel is from every pixel of a square around it: a plane for each,
/// row by row, that holds the sum of the squares of the colours' differences.
///
/// Blurred, the planes compare whole patches: what non-local means weigh neighbours by.
class PixelDistances : public Functor<PixelDistances, eParallel> {
    static constexpr int kMaxRadius = 3;  // 49 planes

    Indexer<eInput, ePixel, e2D> Input;
    Indexer<eOutput, ePixel> Output;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(Parameter("radius", Input.RadiusX)
                           .Pixels()
                           .Structure()
                           .Range(0, kMaxRadius)
                           .Label("Radius")
                           .Help("How far neighbours lie, in pixels: 3 gives 49 planes."))

  public:
    explicit PixelDistances(int radius = kMaxRadius) : Input(radius, radius) {}

    void Prepare() { Input.RadiusY = Input.RadiusX; }

    ImageShape Shape(const ImageShape* inputs) const {
        const int side = 2 * Input.RadiusX + 1;
        return {inputs[0].domain, side * side};
    }

    void Kernel() {
        const int side = 2 * Input.RadiusX + 1;
        for (int j = -Input.RadiusY; j <= Input.RadiusY; ++j)
            for (int i = -Input.RadiusX; i <= Input.RadiusX; ++i) {
                float sum = 0.0f;
                for (int c = 0; c < Input.Colours; ++c) {
                    const float difference = Input(0, 0, c) - Input(i, j, c);
                    sum = fma(difference, difference, sum);
                }
                Output((j + Input.RadiusY) * side + (i + Input.RadiusX)) = sum;
            }
    }
};

}  // namespace weft::functors

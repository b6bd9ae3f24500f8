// Neighbours added up by weights that each pixel has of its own.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Adds up the pixels of a square around each pixel by weights that are the planes of another
/// picture, row by row of the square.
///
/// Where there are fewer planes than pixels the last one counts for the others.
class WeighedSum : public Functor<WeighedSum, eParallel> {
    static constexpr int kMaxRadius = 3;
    static constexpr int kTogether = 4;

    Indexer<eInput, ePixel, e2D> Input;
    Indexer<eInput, ePixel> Weights;
    Indexer<eOutput, ePixel> Output;
    mFunctorIndexers(Input, Weights, Output)
    mFunctorParameters(Parameter("radius", Input.RadiusX)
                           .Pixels()
                           .Structure()
                           .Range(0, kMaxRadius)
                           .Label("Radius")
                           .Help("How far neighbours lie, in pixels: 3 takes 49 weights."))

  public:
    explicit WeighedSum(int radius = kMaxRadius) : Input(radius, radius) {}

    void Prepare() { Input.RadiusY = Input.RadiusX; }

    ImageShape Shape(const ImageShape* inputs) const { return inputs[0]; }

    void Kernel() {
        const int side = 2 * Input.RadiusX + 1;
        for (int first = 0; first < Output.Planes; first += kTogether) {
            float values[kTogether] = {};
            for (int j = -Input.RadiusY; j <= Input.RadiusY; ++j)
                for (int i = -Input.RadiusX; i <= Input.RadiusX; ++i) {
                    const float weight = Weights((j + Input.RadiusY) * side + (i + Input.RadiusX));
                    for (int c = 0; c < kTogether; ++c)
                        if (first + c < Output.Planes)
                            values[c] = fma(weight, Input(i, j, first + c), values[c]);
                }
            for (int c = 0; c < kTogether; ++c)
                if (first + c < Output.Planes) Output(first + c) = values[c];
        }
    }
};

}  // namespace weft::functors

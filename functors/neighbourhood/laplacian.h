// The second derivative in all directions, as programs on bytes show it: on a grey ground.
#pragma once

#include "bytes.h"
#include "core/functor.h"

namespace weft::functors {

/// Shows how far each pixel is from the pixels around it; what is flat becomes grey.
///
/// The sum over a square of ones whose centre makes the weights add up to zero: for five by five,
/// 24 ones and -24. It is rounded to a whole number of byte steps, lifted by the offset, and kept
/// within 0 and 255 of them.
class Laplacian : public Functor<Laplacian, eParallel> {
    Indexer<eInput, eComponent, e2D> Input;
    Indexer<eOutput, eComponent> Output;
    int Radius;
    float Offset;
    float Count = 1.0f;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(
        Parameter("radius", Radius)
            .Pixels()
            .Structure()
            .Range(1, 8)
            .Label("Radius")
            .Help("Pixels summed on either side of each pixel: 2 is a mask of five by five."),
        Parameter("offset", Offset)
            .Range(0.0, 255.0)
            .Label("Offset")
            .Help("The grey of flat areas, in steps of a byte: 128 is the middle."))

  public:
    explicit Laplacian(int radius = 2, float offset = 128.0f) : Radius(radius), Offset(offset) {}

    void Prepare() {
        Input.RadiusX = Radius;
        Input.RadiusY = Radius;
        Count = to_float((2 * Radius + 1) * (2 * Radius + 1));
    }

    void Kernel() {
        float sum = 0.0f;
        for (int y = -Input.RadiusY; y <= Input.RadiusY; ++y) {
            float row = 0.0f;  // apart: pixels above each other share it
            for (int x = -Input.RadiusX; x <= Input.RadiusX; ++x) row += Input(x, y);
            sum += row;
        }
        const float difference = sum - Count * Input(0, 0);
        Output() = store_byte(round_even(kByteScale * difference) + Offset);
    }
};

}  // namespace weft::functors

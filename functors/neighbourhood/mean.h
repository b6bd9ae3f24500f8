// The plain average of a small rectangle, by direct summation.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Averages the rectangle around each pixel; all its samples weigh alike.
///
/// Summed anew for every pixel, so that nothing drifts: for small rectangles. BoxBlur costs the
/// same for any radius.
class Mean : public Functor<Mean, eParallel> {
    static constexpr int kMaxMeanRadius = 16;

    Indexer<eInput, eComponent, e2D> Input;
    Indexer<eOutput, eComponent> Output;
    float Scale = 1.0f;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(Parameter("radius-x", Input.RadiusX)
                           .PixelsAlongX()
                           .Structure()
                           .Range(0, kMaxMeanRadius)
                           .Label("Horizontal radius")
                           .Help("Pixels averaged to the left and to the right of each pixel."),
                       Parameter("radius-y", Input.RadiusY)
                           .PixelsAlongY()
                           .Structure()
                           .Range(0, kMaxMeanRadius)
                           .Label("Vertical radius")
                           .Help("Pixels averaged above and below each pixel."))

  public:
    explicit Mean(int radius_x = 1, int radius_y = 1) : Input(radius_x, radius_y) {}

    void Prepare() { Scale = 1.0f / to_float((2 * Input.RadiusX + 1) * (2 * Input.RadiusY + 1)); }

    int Copies() const { return Input.RadiusX == 0 && Input.RadiusY == 0 ? 0 : -1; }

    void Kernel() {
        float sum = -0.0f;  // to which -0 adds up to -0
        for (int y = -Input.RadiusY; y <= Input.RadiusY; ++y)
            for (int x = -Input.RadiusX; x <= Input.RadiusX; ++x) sum += Input(x, y);
        Output() = sum * Scale;
    }
};

}  // namespace weft::functors

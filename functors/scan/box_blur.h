// A box blur as a moving average: its cost does not depend on its radius.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Averages a window of 2 radius + 1 pixels along one axis, at the same cost for any radius.
///
/// A moving average: the sum of the window is carried from element to element, adding the sample
/// that enters and subtracting the one that leaves. Rounding errors, and a NaN or an infinity once
/// met, last until the graph's next rebuild of the sum. Three in a row come close to a Gaussian
/// whose variance is radius (radius + 1).
class BoxBlur : public Functor<BoxBlur, eMovingAverage> {
    Indexer<eInput, eComponent, e1D> Input;
    Indexer<eOutput, eComponent> Output;
    float Sum = 0.0f;  // between elements: of the offsets -Radius to Radius - 1 of the next one
    float Scale = 1.0f;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(
        Parameter("axis", Input.Axis).Label("Axis").Help("The direction of the blur."),
        Parameter("radius", Input.Radius)
            .Pixels()
            .Structure()
            .Range(0, kMaxRadius)
            .Label("Radius")
            .Help("Pixels averaged on either side of each pixel; 0 leaves the picture as it is."))

  public:
    explicit BoxBlur(Axis axis = eHorizontal, int radius = 2) : Input(axis, radius) {}

    void Prepare() {
        ScanAxis = Input.Axis;
        Scale = 1.0f / to_float(2 * Input.Radius + 1);
    }

    int Copies() const { return Input.Radius == 0 ? 0 : -1; }

    void Initialise() {
        Sum = 0.0f;
        for (int i = -Input.Radius; i < Input.Radius; ++i) Sum += Input(i);
    }

    void Kernel() {
        const float entering = Input(Input.Radius);
        Sum += entering;
        Output() = Input.Radius == 0 ? entering : Sum * Scale;
        Sum -= Input(-Input.Radius);
    }
};

}  // namespace weft::functors

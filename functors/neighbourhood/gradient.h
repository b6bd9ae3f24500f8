// Both first derivatives of a picture.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Differentiates along both axes by masks of three by three: Prewitt's, Sobel's, Scharr's.
///
/// The masks are (-1, 0, 1) along the axis times (1, centre, 1) across it, multiplied by the scale;
/// derivatives grow towards the right and downwards. Sobel's masks with a scale of 1/8 give a ramp
/// of 1 per pixel as 1.
class Gradient : public Functor<Gradient, eParallel> {
    Indexer<eInput, eComponent, e2D> Input;
    Indexer<eOutput, eComponent> Horizontal;
    Indexer<eOutput, eComponent> Vertical;
    float Centre;
    float Scale;
    mFunctorIndexers(Input, Horizontal, Vertical)
    mFunctorParameters(Parameter("centre", Centre)
                           .Range(0.0, 16.0)
                           .Label("Centre")
                           .Help("Weight of the middle line: 1 is Prewitt's mask, 2 Sobel's."),
                       Parameter("scale", Scale)
                           .Range(-64.0, 64.0)
                           .Label("Scale")
                           .Help("Multiplies the sums of the masks."))

  public:
    explicit Gradient(float centre = 2.0f, float scale = 0.125f)
        : Input(1, 1), Centre(centre), Scale(scale) {}

    void Kernel() {
        const float falling = Input(1, 1) - Input(-1, -1);
        const float rising = Input(1, -1) - Input(-1, 1);
        const float along = Input(1, 0) - Input(-1, 0);
        const float down = Input(0, 1) - Input(0, -1);
        Horizontal() = Scale * ((falling + rising) + Centre * along);
        Vertical() = Scale * ((falling - rising) + Centre * down);
    }
};

}  // namespace weft::functors

// A functor of one's own: the lines of an old screen. docs/writing-a-functor.md explains it.
#pragma once

#include "core/functor.h"

namespace mine {

/// Darkens rows at even distances, as the lines of an old screen.
///
/// Between two lines brightness rises and falls smoothly. The lines stay where they are in the
/// picture's coordinates, so that pieces of a picture fit together.
class Scanlines : public weft::Functor<Scanlines, weft::eParallel> {
    weft::Indexer<weft::eInput, weft::eComponent> Input;
    weft::Indexer<weft::eOutput, weft::eComponent> Output;
    float Distance;
    float Strength;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(Parameter("distance", Distance)
                           .PixelsAlongY()
                           .Range(1.0, 100.0)
                           .Label("Distance")
                           .Help("Rows from one line to the next."),
                       Parameter("strength", Strength)
                           .Range(0.0, 1.0)
                           .Label("Strength")
                           .Help("How dark the lines are: 1 is black."))

  public:
    explicit Scanlines(float distance = 4.0f, float strength = 0.5f)
        : Distance(distance), Strength(strength) {}

    void Kernel() {
        const float turns = weft::to_float(Y()) / Distance;
        const float dark = 0.5f + 0.5f * weft::cos(6.2831853f * turns);
        Output() = Input() * (1.0f - Strength * dark);
    }
};

}  // namespace mine

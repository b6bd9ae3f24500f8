// Few levels instead of many.
#pragma once

#include "channels.h"
#include "core/functor.h"

namespace weft::functors {

/// Rounds colours to a few evenly spaced levels, 0 and 1 among them.
///
/// Half-way between two levels is rounded up. Values below 0 and above 1 have levels at the same
/// distances. Planes after the colours, alpha first, pass unchanged.
class Posterise : public Functor<Posterise, eParallel> {
    Indexer<eInput, ePixel> Input;
    Indexer<eOutput, ePixel> Output;
    int Levels;
    float Steps = 1.0f;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(Parameter("levels", Levels)
                           .Range(2, 256)
                           .Label("Levels")
                           .Help("Levels from 0 to 1, both included."))

  public:
    explicit Posterise(int levels = 8) : Levels(levels) {}

    void Prepare() { Steps = to_float(Levels - 1); }

    void Kernel() {
        const int colours = Input.Colours;
        for (int plane = 0; plane < Input.Planes; ++plane) {
            const float value = Input(plane);
            Output(plane) = plane < colours ? floor(value * Steps + 0.5f) / Steps : value;
        }
    }
};

}  // namespace weft::functors

// A picture scaled as another has changed.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Multiplies a picture by what became of another, changed / before: colours keep their hue as
/// their brightness changes.
///
/// Both have a small number added, so that black neither divides nor glows. Where the sum below is
/// still not positive the picture stays as it is.
class RatioOf : public Functor<RatioOf, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eInput, eComponent> Changed;
    Indexer<eInput, eComponent> Before;
    Indexer<eOutput, eComponent> Output;
    float Floor;
    mFunctorIndexers(Input, Changed, Before, Output)
    mFunctorParameters(Parameter("floor", Floor)
                           .Range(0.0, 1.0)
                           .Label("Floor")
                           .Help("Is added to both: below it brightness hardly counts."))

  public:
    explicit RatioOf(float floor = 0.01f) : Floor(floor) {}

    void Kernel() {
        const float below = Before() + Floor;
        Output() = below > 0.0f ? Input() * ((Changed() + Floor) / below) : Input();
    }
};

}  // namespace weft::functors

// A picture turned over.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Turns a picture over: left for right, top for bottom, or both.
class Mirror : public Functor<Mirror, eParallel> {
    static constexpr const char* kSides[] = {"left-right", "top-bottom", "both"};
    enum Side : int { eLeftRight, eTopBottom, eBoth };

    Indexer<eInput, eComponent, eRandom> Input;
    Indexer<eOutput, eComponent> Output;
    int Sides = eLeftRight;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(Parameter("sides", Sides)
                           .Choices(kSides)
                           .Label("Sides")
                           .Help("Which sides change places; both is half a turn."))

  public:
    void Kernel() {
        const int x = Sides == eTopBottom ? X() : Input.Domain.x0 + (Input.Domain.x1 - 1) - X();
        const int y = Sides == eLeftRight ? Y() : Input.Domain.y0 + (Input.Domain.y1 - 1) - Y();
        Output() = Input(x, y);
    }
};

}  // namespace weft::functors

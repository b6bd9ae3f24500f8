// A picture turned over.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Turns a picture over within its frame: left for right, top for bottom, or both.
class Mirror : public Functor<Mirror, eParallel> {
    static constexpr const char* kSides[] = {"left-right", "top-bottom", "both"};
    enum Side : int { eLeftRight, eTopBottom, eBoth };

    Indexer<eInput, eComponent, eRandom> Input;
    Indexer<eOutput, eComponent> Output;
    int Sides = eLeftRight;
    int AcrossX = 0, AcrossY = 0;  // the sums of what changes places
    mFunctorIndexers(Input, Output)
    mFunctorParameters(Parameter("sides", Sides)
                           .Choices(kSides)
                           .Label("Sides")
                           .Help("Which sides change places; both is half a turn."))

  public:
    Mirror() { Input.border = kNothing; }

    Rect DataWindow(const ImageShape* inputs) const {
        return turned(inputs[0].data_window, inputs[0].frame);
    }

    void Measure() {
        AcrossX = Input.Frame.x0 + Input.Frame.x1 - 1;
        AcrossY = Input.Frame.y0 + Input.Frame.y1 - 1;
    }

    void Kernel() {
        const int x = Sides == eTopBottom ? X() : AcrossX - X();
        const int y = Sides == eLeftRight ? Y() : AcrossY - Y();
        Output() = Input(x, y);
    }

  private:
    Rect turned(Rect part, const Rect& frame) const {
        const int x = frame.x0 + frame.x1, y = frame.y0 + frame.y1;
        if (Sides != eTopBottom) part = {x - part.x1, part.y0, x - part.x0, part.y1};
        if (Sides != eLeftRight) part = {part.x0, y - part.y1, part.x1, y - part.y0};
        return part;
    }
};

}  // namespace weft::functors

// A stranger: keeps the last samples of a column in an array of state.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// Keeps the last samples of a column in an array of state.
class RunningMaximum : public Functor<RunningMaximum, eMovingAverage> {
    Indexer<eInput, eComponent, e1D> Input;
    Indexer<eOutput, eComponent> Output;
    float Window[5] = {};
    int Next = 0;
    bool Seen = false;
    mFunctorIndexers(Input, Output)

  public:
    RunningMaximum() : Input(eVertical, 2) { ScanAxis = eVertical; }
    void Initialise() {
        for (int i = 0; i < 5; ++i) Window[i] = Input(i - 3);
        Next = 0;
        Seen = false;
    }
    void Kernel() {
        const float v = Input(2);
        at(Window, Next) = v;
        Next = Next == 4 ? 0 : Next + 1;
        if (v > 1.0f) Seen = true;
        float best = Window[0];
        for (int i = 1; i < 5; ++i)
            if (Window[i] > best) best = Window[i];
        Output() = Seen ? best + 1000.0f : best;
    }
};

}  // namespace strangers

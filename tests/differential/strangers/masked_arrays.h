// A stranger: writes an array under conditions inside a loop that lanes leave.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// Writes an array under conditions inside a loop that lanes leave.
class MaskedArrays : public Functor<MaskedArrays, eParallel> {
    Indexer<eInput, eComponent, e1D> Input;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Input, Output)

  public:
    MaskedArrays() : Input(eHorizontal, 4) {}
    void Kernel() {
        float kept[9] = {};
        int n = 0;
        for (int i = -4; i <= 4; ++i) {
            const float v = Input(i);
            if (v < -1.0f) break;
            if (v > 0.0f) {
                at(kept, n) = v;
                n = n + 1;
            }
        }
        float product = 1.0f;
        for (int i = 0; i < n; ++i) product *= at(kept, i);
        bool flags[2] = {false, true};
        if (n > 2) flags[0] = product > 0.5f;
        Output() = flags[0] ? product : kept[0] + (flags[1] ? 1 : 0);
    }
};

}  // namespace strangers

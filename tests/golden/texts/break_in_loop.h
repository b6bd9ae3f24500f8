// A stranger: finds the first neighbour above a threshold.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// Finds the first neighbour above a threshold.
class BreakInLoop : public Functor<BreakInLoop, eParallel> {
    Indexer<eInput, eComponent, e1D> Input;
    Indexer<eOutput, eComponent> Output;
    Indexer<eOutput, eComponent> Where;
    float Threshold = 0.4f;
    mFunctorIndexers(Input, Output, Where)

  public:
    BreakInLoop() : Input(eVertical, 4) {}
    void Kernel() {
        float found = -1.0f;
        int at_offset = 99;
        for (int i = -Input.Radius; i <= Input.Radius; ++i) {
            const float v = Input(i);
            if (v > Threshold) {
                found = v;
                at_offset = i;
                break;
            }
            found = found - 0.5f;
        }
        Output() = found;
        Where() = at_offset;
    }
};

}  // namespace strangers

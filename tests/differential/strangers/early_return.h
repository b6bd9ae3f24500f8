// A stranger: leaves early where the sample is no number, below a floor, or above a roof.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// Leaves early where the sample is no number, below a floor, or above a roof.
class EarlyReturn : public Functor<EarlyReturn, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    float Floor = 0.1f;
    mFunctorIndexers(Input, Output)

  public:
    void Kernel() {
        const float v = Input();
        if (v != v) {
            Output() = -1.0f;
            return;
        }
        if (v < Floor) return;
        float w = v * v;
        if (w > 2.0f) {
            Output() = 2.0f;
            return;
        }
        w = w + 0.25f;
        Output() = w;
    }
};

}  // namespace strangers

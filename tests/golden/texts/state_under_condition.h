// A stranger: advances its state only where the sample is large.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// Advances its state only where the sample is large.
class StateUnderCondition : public Functor<StateUnderCondition, eMovingAverage> {
    Indexer<eInput, eComponent, e1D> Input;
    Indexer<eOutput, eComponent> Output;
    float Level = 0.0f;
    unsigned Hits = 0u;
    float Decay = 0.75f;
    mFunctorIndexers(Input, Output)

  public:
    StateUnderCondition() : Input(eHorizontal, 1) {}
    void Initialise() {
        Level = Input(-1);
        Hits = 0u;
        if (Level > 1.0f) Level = 1.0f;
    }
    void Kernel() {
        const float v = Input();
        if (v > Level) {
            Level = v;
            Hits += 1u;
            if (Hits > 3u) {
                Hits = 0u;
                return;
            }
        } else {
            Level *= Decay;
        }
        Output() = decayed(v) + to_float(static_cast<int>(Hits));
    }
    float decayed(float v) const {
        if (v < 0.0f) return Level;
        return Level * Decay;
    }
};

}  // namespace strangers

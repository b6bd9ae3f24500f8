// A stranger: finds a cube root by as many Newton steps as each sample needs.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// Finds a cube root by as many Newton steps as each sample needs.
class NewtonRoot : public Functor<NewtonRoot, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    int MaxSteps = 30;
    mFunctorIndexers(Input, Output)

  public:
    void Kernel() {
        const float v = Input();
        float x = v > 1.0f ? v : 1.0f;
        int steps = 0;
        while (abs(x * x * x - v) > 1e-4f * x && steps < MaxSteps) {
            x = x - (x * x * x - v) / (3.0f * x * x);
            ++steps;
        }
        Output() = x + to_float(steps);
    }
};

}  // namespace strangers

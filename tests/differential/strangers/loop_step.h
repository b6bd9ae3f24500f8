// A stranger: steps through its neighbourhood by twos, downwards, and by a variable.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// Steps through its neighbourhood by twos, downwards, and by a variable.
class LoopStep : public Functor<LoopStep, eParallel> {
    Indexer<eInput, eComponent, e1D> Input;
    Indexer<eOutput, eComponent> Output;
    int Stride = 3;
    mFunctorIndexers(Input, Output)

  public:
    LoopStep() : Input(eHorizontal, 6) {}
    void Kernel() {
        float sum = 0.0f;
        for (int i = -6; i <= 6; i += 2) sum += Input(i);
        for (int i = 6; i > 0; --i) sum = sum * 0.5f + Input(i);
        for (int i = -6, n = 0; i < 6 && n < 4; i += Stride, ++n) sum -= Input(i) * to_float(n);
        for (float t = Input(); t < 2.0f && t > -0.25f; t = t * 1.5f + 0.25f) sum += t;
        Output() = sum;
    }
};

}  // namespace strangers

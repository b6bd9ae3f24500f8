// A stranger: names its variables as the translated text names its own.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// Names its variables as the translated text names its own.
class ShadowedNames : public Functor<ShadowedNames, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    float members = 2.0f;
    int mask = 3;
    mFunctorIndexers(Input, Output)

  public:
    void Kernel() {
        float F = Input();
        int M = mask;
        float m1 = F * members, result = 0.0f;
        float state = 1.0f, S = 0.5f, B = 0.25f, c1 = 4.0f;
        {
            float F = 3.0f;
            result += F;
        }
        if (F > 0.0f) {
            const int I = M + 1;
            result = m1 + to_float(I) + state;
            if (m1 > 2.0f) M = 7;
        } else {
            result = S + B * c1;
        }
        Output() = result + to_float(M);
    }
};

}  // namespace strangers

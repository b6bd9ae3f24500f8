// A stranger: has locals and functions called like what the kernel text needs.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// Has locals and functions called like what the kernel text needs.
class NamesOfTheText : public Functor<NamesOfTheText, eParallel> {
    Indexer<eInput, eComponent, e1D> Input;
    Indexer<eInput, eComponent, e1D> A_Input;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Input, A_Input, Output)

  public:
    NamesOfTheText() : Input(eHorizontal, 2), A_Input(eVertical, 1) {}
    static float A_Output(float F, float mask) {
        float result = 0.0f;
        for (int state = 0; state < 3; ++state) {
            if (F <= mask) break;
            result += F;
            F *= 0.5f;
            if (F < 0.1f) return result;
        }
        return result;
    }
    void Kernel() {
        float F = Input(1), S = 2.0f, Members = 4.0f, State = 5.0f, A_Output_ = 6.0f;
        int I = clamp(to_int(F * 4.0f), -9, 9), U = 3;
        const bool B = F > 0.5f, M = A_Input(-1) > 0.0f;
        {
            float mask = F;
            F += mask * S;
        }
        if (B && M) {
            float state = F;
            F = state * 0.5f;
        } else {
            I *= 2;
        }
        for (int result = 0; result < I; ++result) F += (B ? 1.0f : 3.0f) * State;
        switch (B) {
            case true: F += U; break;
            case false: F -= 2.0f; break;
        }
        Output() = F + A_Output(F, 0.25f) + Members + A_Output_;
    }
};

}  // namespace strangers

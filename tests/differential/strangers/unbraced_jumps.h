// A stranger: jumps without braces under conditions that are the same for all pixels.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// Jumps without braces under conditions that are the same for all pixels.
class UnbracedJumps : public Functor<UnbracedJumps, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    int Stop = 3;
    mFunctorIndexers(Input, Output)

  public:
    void Kernel() {
        float r = Input();
        for (int i = 0; i < 6; ++i) {
            if (r < 1.0f) {
                if (i == 1) continue;
                if (i == Stop) break; else r += 0.5f;
                r = r * 1.25f;
            } else
                r -= 0.75f;
            if (i == 5 && Stop == 4) return;
        }
        Output() = r;
    }
};

}  // namespace strangers

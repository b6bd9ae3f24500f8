// A stranger: halves its sample at least once, until it is small.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// Halves its sample at least once, until it is small.
class DoWhile : public Functor<DoWhile, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Input, Output)

  public:
    void Kernel() {
        float v = abs(Input());
        int n = 0;
        do {
            v *= 0.5f;
            ++n;
            if (n == 3) continue;
            v += 0.001f;
            if (n > 40) break;
        } while (v > 0.1f);
        Output() = v + to_float(n);
    }
};

}  // namespace strangers

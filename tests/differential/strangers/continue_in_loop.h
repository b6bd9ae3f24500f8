// A stranger: averages the neighbours that are positive, skipping the rest.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// Averages the neighbours that are positive, skipping the rest.
class ContinueInLoop : public Functor<ContinueInLoop, eParallel> {
    Indexer<eInput, eComponent, e2D> Input;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Input, Output)

  public:
    ContinueInLoop() : Input(2, 1) {}
    void Kernel() {
        float sum = 0.0f;
        int count = 0;
        for (int y = -1; y <= 1; ++y) {
            for (int x = -2; x <= 2; ++x) {
                const float v = Input(x, y);
                if (!(v > 0.0f)) continue;
                sum += v;
                ++count;
                if (count == 4) continue;
                sum += 0.0625f;
            }
        }
        Output() = count > 0 ? sum / count : 0.0f;
    }
};

}  // namespace strangers

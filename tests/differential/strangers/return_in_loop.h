// A stranger: returns from the middle of two loops.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// Returns from the middle of two loops.
class ReturnInLoop : public Functor<ReturnInLoop, eParallel> {
    Indexer<eInput, eComponent, e2D> Input;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Input, Output)

  public:
    ReturnInLoop() : Input(2, 2) {}
    void Kernel() {
        int seen = 0;
        for (int y = -2; y <= 2; ++y) {
            for (int x = -2; x <= 2; ++x) {
                ++seen;
                if (Input(x, y) > 1.2f) {
                    Output() = to_float(seen);
                    return;
                }
                if (Input(x, y) < -1.6f) break;
            }
            if (seen > 18) return;
        }
        Output() = -to_float(seen);
    }
};

}  // namespace strangers

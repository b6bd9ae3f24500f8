// A stranger: iterates a map until it escapes, leaving the loop in its middle.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// Iterates a map until it escapes, leaving the loop in its middle.
class WhileTrue : public Functor<WhileTrue, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eInput, eComponent> Other;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Input, Other, Output)

  public:
    void Kernel() {
        const float cx = Input(), cy = Other();
        float x = 0.0f, y = 0.0f;
        int n = 0;
        while (true) {
            const float x2 = x * x, y2 = y * y;
            if (!(x2 + y2 <= 4.0f)) break;
            if (n >= 25) break;
            y = 2.0f * x * y + cy;
            x = x2 - y2 + cx;
            ++n;
        }
        Output() = to_float(n) + (n == 25 ? 0.0f : x);
    }
};

}  // namespace strangers

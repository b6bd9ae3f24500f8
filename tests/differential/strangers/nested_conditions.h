// A stranger: classifies samples by conditions three deep.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// Classifies samples by conditions three deep.
class NestedConditions : public Functor<NestedConditions, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eInput, eComponent> Other;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Input, Other, Output)

  public:
    void Kernel() {
        const float a = Input(), b = Other();
        float r = 0.0f;
        if (a > b) {
            r = a - b;
            if (r > 1.0f) {
                r = 1.0f;
                if (b < 0.0f) r = r - b;
            } else if (r > 0.5f) {
                r += 0.125f;
            } else {
                r *= 2.0f;
            }
        } else if (a == b) {
            r = 7.0f;
        } else {
            if (a < 0.0f && b > 0.0f) r = -3.0f;
            else r = b - a;
        }
        Output() = r;
    }
};

}  // namespace strangers

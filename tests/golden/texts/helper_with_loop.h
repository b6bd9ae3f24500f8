// A stranger: calls functions with loops and early returns under conditions.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// How often x can be halved before it falls below one.
inline float halvings(float x) {
    int n = 0;
    while (x >= 1.0f && n < 200) {
        x = x * 0.5f;
        n += 1;
    }
    return to_float(n);
}
/// The first power of 1.25 times x above the limit.
inline float first_above(float x, float limit) {
    for (int i = 0; i < 64; ++i) {
        if (x > limit) return x;
        x *= 1.25f;
    }
    return -1.0f;
}

/// Calls functions with loops and early returns under conditions.
class HelperWithLoop : public Functor<HelperWithLoop, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Input, Output)

  public:
    void Kernel() {
        const float v = Input();
        float r = 0.0f;
        if (v > 0.5f) r = halvings(v * 40.0f);
        else if (v > -0.5f) r = v > 0.0f ? first_above(v, 0.9f) : first_above(0.5f, 1.5f);
        Output() = r + (v > 1.0f && halvings(v) > 1.0f ? 10.0f : 20.0f);
    }
};

}  // namespace strangers

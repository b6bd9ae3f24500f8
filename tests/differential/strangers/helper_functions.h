// A stranger: calls free, static and member functions, one inside the other.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

inline float bias(int i) { return 0.25f * i; }
inline float larger_of(const float& a, const float& b) {
    if (a > b) return a;
    return b;
}

/// Calls free, static and member functions, one inside the other.
class HelperFunctions : public Functor<HelperFunctions, eParallel> {
    Indexer<eInput, eComponent, e1D> Input;
    Indexer<eOutput, eComponent> Output;
    float Gain = 1.5f;
    static float squared(float x) { return x * x; }
    float weighted(int i) const { return Gain * Input(i) + bias(i); }
    mFunctorIndexers(Input, Output)

  public:
    HelperFunctions() : Input(eHorizontal, 2) {}
    void Kernel() {
        const float a = weighted(-2), b = weighted(2);
        Output() = larger_of(squared(a), b) + larger_of(a, 1.0f) + squared(Gain);
    }
};

}  // namespace strangers

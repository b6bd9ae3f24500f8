// A stranger: calls every function of weft mathematics once.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// Calls every function of weft mathematics once.
class MathFunctions : public Functor<MathFunctions, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eInput, eComponent> Other;
    Indexer<eOutput, eComponent> First;
    Indexer<eOutput, eComponent> Second;
    mFunctorIndexers(Input, Other, First, Second)

  public:
    void Kernel() {
        const float a = Input(), b = Other();
        float r = exp(a) + log(abs(b) + 0.5f) + sqrt(abs(a)) + pow(abs(a) + 0.1f, b) + sin(a * 3.0f);
        r += cos(b) + tan(a) + atan2(a, b) + exp2(b) + log2(abs(a) + 1.0f) + tanh(a);
        r += floor(a) + ceil(b) + trunc(a * 7.0f) + round(b * 3.0f) + fract(a);
        First() = r;
        float s = min(a, b) + max(a, 0.0f) + clamp(b, -0.5f, 0.5f) + mix(a, b, 0.25f) + sign(a);
        s += step(0.0f, b) + smoothstep(-1.0f, 1.0f, a) + mod(a, 0.3f) + hypot(a, b) + fma(a, b, 0.7f) + copysign(a, b);
        s += (isnan(a) ? 3.0f : 1.0f) + (isinf(b) ? 5.0f : 2.0f) + as_float(as_int(a) & 0x7fffffff);
        Second() = s + to_float(min(to_int(a * 5.0f), 3)) + to_float(floor_to_int(b)) + log10(abs(a) + 2.0f);
    }
};

}  // namespace strangers

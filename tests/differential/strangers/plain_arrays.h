// A stranger: reads member arrays by loop variables and by samples.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// Reads member arrays by loop variables and by samples.
class PlainArrays : public Functor<PlainArrays, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    float Curve[6] = {0.0f, 0.1f, 0.35f, 0.7f, 0.9f, 1.0f};
    int Lookup[4] = {3, 1, 0, 2};
    bool Flags[3] = {true, false, true};
    mFunctorIndexers(Input, Output)

  public:
    void Kernel() {
        const float v = clamp(Input(), 0.0f, 1.0f) * 5.0f;
        const int i = to_int(v);
        const float t = v - i;
        float r = at(Curve, i) * (1.0f - t) + at(Curve, i + 1) * t;
        r += Curve[Lookup[i & 3] & 3];
        for (int k = 0; k < 3; ++k)
            if (Flags[k]) r += 0.5f;
        Output() = at(Flags, i) ? r : -r;
    }
};

}  // namespace strangers

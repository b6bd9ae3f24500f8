// A stranger: mixes types in one expression, with conversions left and right.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// Mixes types in one expression, with conversions left and right.
class Conversions : public Functor<Conversions, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    int Scale = 3;
    unsigned Big = 4000000000u;
    bool On = true;
    mFunctorIndexers(Input, Output)

  public:
    void Kernel() {
        const int n = to_int(Input() * 10.0f);
        unsigned u = n;
        u += 5;
        int back = u;
        back += Big;
        float f = n * Scale + 1;
        f += n;
        f -= u;
        f *= On + 1;
        const bool odd = n & 1;
        Output() = f * Scale + back % 16 + odd + Big * 1e-9f + (Input() > 0.0f ? n : Scale) + float(u);
    }
};

}  // namespace strangers

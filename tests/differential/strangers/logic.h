// A stranger: combines conditions by words and bits.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// Combines conditions by words and bits.
class Logic : public Functor<Logic, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eInput, eComponent> Other;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Input, Other, Output)

  public:
    void Kernel() {
        const bool a = Input() > 0.0f, b = Other() > 0.25f;
        bool c = a && !b;
        c |= b && Input() < -0.5f;
        c ^= Input() > 1.5f;
        bool d = (a || c) == b;
        d &= a != c;
        const int bits = a | (b << 1) | (c << 2);
        const bool nonzero = Input();
        int n = bits;
        if (!d) n += 8;
        if (nonzero) n += 16;
        Output() = n + a * 0.5f;
    }
};

}  // namespace strangers

// A stranger: chooses by nested conditional expressions.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// Chooses by nested conditional expressions.
class Ternaries : public Functor<Ternaries, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eInput, eComponent> Other;
    Indexer<eOutput, eComponent> Output;
    bool Invert = true;
    mFunctorIndexers(Input, Other, Output)

  public:
    void Kernel() {
        const float a = Input(), b = Other();
        const float c = a > 0.0f ? (b > 0.0f ? a * b : a - b) : b < -1.0f ? 3.0f : Invert ? -a : a;
        const int k = a < b ? 2 : c > 1.0f ? to_int(c) : -1;
        const bool both = a > 0.0f ? b > 0.0f : false;
        Output() = c + k + (both ? 100.0f : 0.0f) + (Invert ? b : 2);
    }
};

}  // namespace strangers

// The square of a picture.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Multiplies a picture by itself.
class Square : public Functor<Square, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Input, Output)

  public:
    void Kernel() {
        const float value = Input();
        Output() = value * value;
    }
};

}  // namespace weft::functors

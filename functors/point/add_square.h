// A square added to a sum of squares.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Adds the square of a picture to another picture: squared distances, colour by colour.
class AddSquare : public Functor<AddSquare, eParallel> {
    Indexer<eInput, eComponent> Sum;
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Sum, Input, Output)

  public:
    void Kernel() {
        const float value = Input();
        Output() = fma(value, value, Sum());
    }
};

}  // namespace weft::functors

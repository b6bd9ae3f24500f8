// The difference of two pictures.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Subtracts a picture from another: A - B, below 0 too.
class Difference : public Functor<Difference, eParallel> {
    Indexer<eInput, eComponent> A;
    Indexer<eInput, eComponent> B;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(A, B, Output)

  public:
    void Kernel() { Output() = A() - B(); }
};

}  // namespace weft::functors

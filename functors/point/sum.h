// The sum of two pictures.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Adds two pictures.
class Sum : public Functor<Sum, eParallel> {
    Indexer<eInput, eComponent> A;
    Indexer<eInput, eComponent> B;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(A, B, Output)

  public:
    void Kernel() { Output() = A() + B(); }
};

}  // namespace weft::functors

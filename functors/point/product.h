// The product of two pictures.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Multiplies two pictures.
class Product : public Functor<Product, eParallel> {
    Indexer<eInput, eComponent> A;
    Indexer<eInput, eComponent> B;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(A, B, Output)

  public:
    void Kernel() { Output() = A() * B(); }
};

}  // namespace weft::functors

// The quotient of two pictures.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Divides a picture by another, which counts as at least a floor.
///
/// The floor keeps the quotient finite where the divisor is zero or negative.
class Quotient : public Functor<Quotient, eParallel> {
    Indexer<eInput, eComponent> A;
    Indexer<eInput, eComponent> B;
    Indexer<eOutput, eComponent> Output;
    float Floor;
    mFunctorIndexers(A, B, Output)
    mFunctorParameters(Parameter("floor", Floor)
                           .Range(1.0e-6, 64.0)
                           .Label("Floor")
                           .Help("The least that is divided by."))

  public:
    explicit Quotient(float floor = 0.01f) : Floor(floor) {}

    void Kernel() { Output() = A() / max(B(), Floor); }
};

}  // namespace weft::functors

// A cross-fade between two pictures.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Fades from one picture to another, a dissolve: A (1 - amount) + B amount.
///
/// Where nothing of one of them is left, a NaN or an infinity in it does not show.
class Mix : public Functor<Mix, eParallel> {
    Indexer<eInput, eComponent> A;
    Indexer<eInput, eComponent> B;
    Indexer<eOutput, eComponent> Output;
    float Amount;
    mFunctorIndexers(A, B, Output)
    mFunctorParameters(Parameter("amount", Amount)
                           .Range(0.0, 1.0)
                           .Label("Amount")
                           .Help("0 shows the first picture alone, 1 the second."))

  public:
    explicit Mix(float amount = 0.5f) : Amount(amount) {}

    int Copies() const { return Amount == 0.0f ? 0 : Amount == 1.0f ? 1 : -1; }

    void Kernel() {
        const float a = A();
        const float b = B();
        const float mixed = mix(a, b, Amount);
        Output() = Amount == 0.0f ? a : Amount == 1.0f ? b : mixed;
    }
};

}  // namespace weft::functors

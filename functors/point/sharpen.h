// A picture pushed away from its blurred copy.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Adds the difference between a picture and its blurred copy: (1 + amount) A - amount B.
class Sharpen : public Functor<Sharpen, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eInput, eComponent> Blurred;
    Indexer<eOutput, eComponent> Output;
    float Amount;
    mFunctorIndexers(Input, Blurred, Output)
    mFunctorParameters(
        Parameter("amount", Amount)
            .Range(0.0, 16.0)
            .Label("Amount")
            .Help("Strength: 0 changes nothing, 1 doubles the contrast of fine detail."))

  public:
    explicit Sharpen(float amount = 1.0f) : Amount(amount) {}

    int Copies() const { return Amount == 0.0f ? 0 : -1; }

    void Kernel() {
        const float sharp = (1.0f + Amount) * Input() - Amount * Blurred();
        Output() = Amount == 0.0f ? Input() : sharp;
    }
};

}  // namespace weft::functors

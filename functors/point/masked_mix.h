// A cross-fade between two pictures under a mask.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Fades from one picture to another where a mask says so: A (1 - t) + B t, t = amount mask.
///
/// A mask of one plane serves all planes; a mask of as many planes as the pictures serves each its
/// own. The mask is not clamped.
class MaskedMix : public Functor<MaskedMix, eParallel> {
    Indexer<eInput, eComponent> A;
    Indexer<eInput, eComponent> B;
    Indexer<eInput, eComponent> Mask;
    Indexer<eOutput, eComponent> Output;
    float Amount;
    mFunctorIndexers(A, B, Mask, Output)
    mFunctorParameters(Parameter("amount", Amount)
                           .Range(0.0, 1.0)
                           .Label("Amount")
                           .Help("Multiplies the mask: 0 shows the first picture alone."))

  public:
    explicit MaskedMix(float amount = 1.0f) : Amount(amount) {}

    void Kernel() { Output() = mix(A(), B(), Amount * Mask()); }
};

}  // namespace weft::functors

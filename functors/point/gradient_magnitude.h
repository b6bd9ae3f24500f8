// How steep a picture is, from its two derivatives.
#pragma once

#include "bytes.h"
#include "core/functor.h"

namespace weft::functors {

/// Shows the length of the gradient, from derivatives in steps of a byte, as a byte.
///
/// A length of 255 steps and more is white; fractions of a step are dropped.
class GradientMagnitude : public Functor<GradientMagnitude, eParallel> {
    Indexer<eInput, eComponent> X;
    Indexer<eInput, eComponent> Y;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(X, Y, Output)

  public:
    void Kernel() {
        const float x = X();
        const float y = Y();
        Output() = store_byte(sqrt(x * x + y * y));
    }
};

}  // namespace weft::functors

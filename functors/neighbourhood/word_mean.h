// The mean of three 16-bit numbers in a line, in whole numbers.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Averages 3 numbers along an axis, an element's own and the two after it, and drops the fraction.
/// One along rows and one down columns are Halide's blur.
///
/// Numbers are whole, from 0 to 65535. Of their sum the lowest 16 bits count, so that means are
/// right up to 21845, as of pictures of 14 bits or fewer.
class WordMean : public Functor<WordMean, eParallel> {
    static constexpr float kModulus = 65536.0f;

    Indexer<eInput, eComponent, e1D> Input;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(
        Parameter("axis", Input.Axis).Label("Axis").Help("The direction of the line."))

  public:
    explicit WordMean(Axis axis = eHorizontal) : Input(axis, 2) {}

    void Kernel() {
        const float sum = Input(0) + Input(1) + Input(2);
        const float kept = sum - floor(sum * (1.0f / kModulus)) * kModulus;
        // Halfway between the thirds that there are, so that no rounding decides.
        Output() = floor((kept + 0.5f) * (1.0f / 3.0f));
    }
};

}  // namespace weft::functors

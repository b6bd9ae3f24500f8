// A weighted sum of 16-bit numbers along a line that wraps around.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Sums 5 numbers along an axis, the one i places on weighing i + offset, and keeps the sum's
/// lowest 16 bits. One along rows and one down columns are a stage of Halide's stencil chain, 5 by
/// 5 numbers of weights (i + offset) (j + offset): bits above the lowest change none of them.
///
/// Numbers are whole, from 0 to 65535. Every sum is then exact, since it is less than 2^24; a
/// negative one wraps from 65536 down.
class WordLine : public Functor<WordLine, eParallel> {
    static constexpr float kModulus = 65536.0f;

    Indexer<eInput, eComponent, e1D> Input;
    Indexer<eOutput, eComponent> Output;
    Baked<int> Shift;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(
        Parameter("axis", Input.Axis).Label("Axis").Help("The direction of the line."),
        Parameter("offset", Shift.value)
            .Structure()
            .Range(-3, 3)
            .Label("Offset")
            .Help("Added to a number's distance, from -2 to 2, to weigh it."))

  public:
    explicit WordLine(Axis axis = eHorizontal, int offset = 3) : Input(axis, 2), Shift(offset) {}

    void Kernel() {
        float sum = 0.0f;
        for (int i = -2; i <= 2; ++i) sum += to_float(i + Shift) * Input(i);
        Output() = sum - floor(sum * (1.0f / kModulus)) * kModulus;
    }
};

}  // namespace weft::functors

// A stencil over 16-bit numbers that wrap around.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Sums 5 by 5 numbers around each, the one i columns to the right and j rows below weighing
/// (i + offset) (j + offset), and keeps the sum's lowest 16 bits: a stage of Halide's stencil
/// chain.
///
/// Numbers are whole, from 0 to 65535. Every sum is then exact, since it is less than 2^24; a
/// negative one wraps from 65536 down.
class WordStencil : public Functor<WordStencil, eParallel> {
    static constexpr float kModulus = 65536.0f;

    Indexer<eInput, eComponent, e2D> Input;
    Indexer<eOutput, eComponent> Output;
    Baked<int> Shift;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(
        Parameter("offset", Shift.value)
            .Structure()
            .Range(-3, 3)
            .Label("Offset")
            .Help("Added to a column's and a row's distance, both from -2 to 2, to weigh it."))

  public:
    explicit WordStencil(int offset = 3) : Input(2, 2), Shift(offset) {}

    // Columns and rows weigh alike, so that two numbers share a product, but on the diagonal.
    void Kernel() {
        float sum = 0.0f;
        for (int i = -2; i <= 2; ++i) {
            sum += to_float((i + Shift) * (i + Shift)) * Input(i, i);
            for (int j = -2; j < i; ++j)
                sum += to_float((i + Shift) * (j + Shift)) * (Input(i, j) + Input(j, i));
        }
        Output() = mod(sum, kModulus);
    }
};

}  // namespace weft::functors

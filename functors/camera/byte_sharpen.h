// Sharpening in bytes.
#pragma once

#include "bytes.h"
#include "camera/raw.h"
#include "core/functor.h"

namespace weft::functors {

/// Sharpens a picture of bytes: adds what it differs by from a blur by 1 2 1 on both axes, in
/// whole numbers.
///
/// The blur is a mean of means, each rounded up, down the columns first. Takes whole numbers from 0
/// to 255, gives samples: what is added is counted in 32nds and rounded down, and the sum is kept
/// within a byte and divided by 255.
class ByteSharpen : public Functor<ByteSharpen, eParallel> {
    Indexer<eInput, eComponent, e2D> Input;
    Indexer<eOutput, eComponent> Output;
    float Amount;
    float Times = 32.0f;  // whole
    mFunctorIndexers(Input, Output)
    mFunctorParameters(Parameter("amount", Amount)
                           .Range(0.0, 7.0)
                           .Label("Amount")
                           .Help("Multiplies the difference; 0 leaves the picture."))

  public:
    explicit ByteSharpen(float amount = 1.0f) : Input(1, 1), Amount(amount) { Prepare(); }

    void Prepare() { Times = clamp(trunc(32.0f * Amount), 0.0f, 255.0f); }

    void Kernel() {
        const float own = Input(0, 0);
        const float left = between(Input(-1, -1), Input(-1, 0), Input(-1, 1));
        const float here = between(Input(0, -1), own, Input(0, 1));
        const float right = between(Input(1, -1), Input(1, 0), Input(1, 1));
        const float more = floor((own - between(left, here, right)) * Times * (1.0f / 32.0f));
        Output() = sample_of_byte(clamp(own + more, 0.0f, kByteScale));
    }

  private:
    static float between(float a, float b, float c) { return whole_mean(whole_mean(a, c), b); }
};

}  // namespace weft::functors

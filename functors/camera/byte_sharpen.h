// Sharpening in bytes.
#pragma once

#include "camera/raw.h"
#include "core/functor.h"

namespace weft::functors {

/// Sharpens a picture of bytes: adds what it differs by from a blur by 1 2 1 on both axes, in
/// whole numbers.
///
/// The blur is a mean of means, each rounded up, down the columns first. Values are multiples of
/// 1/255, kept within 0 and 1; what is added is counted in 32nds and rounded down.
class ByteSharpen : public Functor<ByteSharpen, eParallel> {
    Indexer<eInput, eComponent, e2D> Input;
    Indexer<eOutput, eComponent> Output;
    float Amount;
    int Times = 32;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(Parameter("amount", Amount)
                           .Range(0.0, 7.0)
                           .Label("Amount")
                           .Help("Multiplies the difference; 0 leaves the picture."))

  public:
    explicit ByteSharpen(float amount = 1.0f) : Input(1, 1), Amount(amount) { Prepare(); }

    void Prepare() { Times = clamp(to_int(32.0f * Amount), 0, 255); }

    void Kernel() {
        const int own = byte_of(Input(0, 0));
        const int left =
            between(byte_of(Input(-1, -1)), byte_of(Input(-1, 0)), byte_of(Input(-1, 1)));
        const int here = between(byte_of(Input(0, -1)), own, byte_of(Input(0, 1)));
        const int right =
            between(byte_of(Input(1, -1)), byte_of(Input(1, 0)), byte_of(Input(1, 1)));
        const int sharper = own + (((own - between(left, here, right)) * Times) >> 5);
        Output() = to_float(clamp(sharper, 0, 255)) / 255.0f;
    }

  private:
    static int byte_of(float value) { return clamp(round_to_int(value * 255.0f), 0, 255); }
    static int between(int a, int b, int c) { return raw_mean(raw_mean(a, c), b); }
};

}  // namespace weft::functors

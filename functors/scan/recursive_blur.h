// A one-pole blur: each element mixes with what came before it on its line.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Blurs along one axis in one direction: each pixel is mixed with the result of the one before.
///
/// A recurrence: b = (1 - amount) b' + amount in, where b' is the result of the pixel before, and
/// of the first pixel itself. What is bright leaves a trail that fades as exp(-n amount), about, n
/// pixels on; once forwards and once backwards make a symmetric blur. It costs the same for any
/// amount. A NaN or an infinity, once met, lasts until the end of its line.
class RecursiveBlur : public Functor<RecursiveBlur, eRecurrence> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    float Amount;
    float Last = 0.0f;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(Parameter("axis", ScanAxis).Label("Axis").Help("The direction of the blur."),
                       Parameter("backwards", ScanBackwards)
                           .Structure()
                           .Label("Backwards")
                           .Help("Runs from right to left, or from the bottom up."),
                       Parameter("amount", Amount)
                           .Range(0.001, 1.0)
                           .Label("Amount")
                           .Help("Share of each pixel in its result: 1 leaves the picture as it "
                                 "is, less blurs more."))

  public:
    explicit RecursiveBlur(Axis axis = eHorizontal, bool backwards = false, float amount = 0.1f)
        : Amount(amount) {
        ScanAxis = axis;
        ScanBackwards = backwards;
    }

    int Copies() const { return Amount == 1.0f ? 0 : -1; }

    void Initialise() { Last = Input(); }

    void Kernel() {
        Last = (1.0f - Amount) * Last + Amount * Input();
        Output() = Amount == 1.0f ? Input() : Last;
    }
};

}  // namespace weft::functors

// Samples as the whole numbers that files store.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Turns samples between 0 and 1 into the whole numbers from 0 to white that a file of so many bits
/// stores, or such numbers into samples: for programs that reckon in whole numbers.
///
/// Codes are rounded half to even and kept within 0 and white, as files are written; a NaN is 0.
/// Samples are codes divided by white, as files are read, and are not limited.
class Codes : public Functor<Codes, eParallel> {
    static constexpr const char* kDirections[] = {"to-codes", "to-samples"};

  public:
    enum Direction : int { eToCodes, eToSamples };

  private:
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    Baked<int> What;
    int White;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(Parameter("direction", What.value)
                           .Choices(kDirections)
                           .Structure()
                           .Label("Direction")
                           .Help("From samples to whole numbers, or back."),
                       Parameter("white", White)
                           .Range(1, 65535)
                           .Label("White")
                           .Help("The number of a sample of 1: 255 of bytes, 65535 of 16 bits."))

  public:
    explicit Codes(Direction direction = eToCodes, int white = 65535)
        : What(direction), White(white) {}

    void Kernel() {
        const float white = to_float(White);
        if (What == eToCodes)
            Output() = to_float(clamp(round_to_int(Input() * white), 0, White));
        else
            Output() = Input() / white;
    }
};

}  // namespace weft::functors

// A picture raised to a power.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Raises every value to a power; negative values as their mirror image.
///
/// The result of a negative value is -((-v)^exponent), which is continuous and keeps the sign. An
/// exponent of 1 changes no bit.
class Power : public Functor<Power, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    float Exponent;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(
        Parameter("exponent", Exponent)
            .Range(0.05, 20.0)
            .Label("Exponent")
            .Help("The power: below 1 brightens the mid-tones, above 1 darkens them."))

  public:
    explicit Power(float exponent = 1.0f) : Exponent(exponent) {}

    int Copies() const { return Exponent == 1.0f ? 0 : -1; }

    void Kernel() {
        const float value = Input();
        const float raised = copysign(pow(abs(value), Exponent), value);
        Output() = Exponent == 1.0f ? value : raised;
    }
};

}  // namespace weft::functors

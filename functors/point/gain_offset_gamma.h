// The basic grade: multiply, add, power.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Grades a picture: multiplies by a gain, adds an offset, then applies a gamma.
///
/// The gamma raises to the power 1/gamma, so that values above 1 brighten the mid-tones. Negative
/// values are treated as their mirror image: -((-v)^(1/gamma)), which is continuous and keeps
/// their sign. A gamma of 1 changes no bit.
class GainOffsetGamma : public Functor<GainOffsetGamma, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    float Gain;
    float Offset;
    float Gamma;
    float Exponent = 1.0f;
    float Added = 0.0f;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(
        Parameter("gain", Gain)
            .Range(-64.0, 64.0)
            .Label("Gain")
            .Help("Multiplies every value; 2 is one stop brighter."),
        Parameter("offset", Offset)
            .Range(-64.0, 64.0)
            .Label("Offset")
            .Help("Is added after the gain."),
        Parameter("gamma", Gamma)
            .Range(0.05, 20.0)
            .Label("Gamma")
            .Help("Raises to the power 1/gamma, after gain and offset; above 1 is brighter."))

  public:
    explicit GainOffsetGamma(float gain = 1.0f, float offset = 0.0f, float gamma = 1.0f)
        : Gain(gain), Offset(offset), Gamma(gamma) {}

    void Prepare() {
        Exponent = 1.0f / Gamma;
        Added = Offset == 0.0f ? -0.0f : Offset;  // to which -0 adds up to -0
    }

    int Copies() const { return Gain == 1.0f && Offset == 0.0f && Exponent == 1.0f ? 0 : -1; }

    void Kernel() {
        float value = Input() * Gain + Added;
        if (Exponent != 1.0f) value = copysign(pow(abs(value), Exponent), value);
        Output() = value;
    }
};

}  // namespace weft::functors

// The tone curve of a camera, to bytes.
#pragma once

#include "camera/raw.h"
#include "core/functor.h"

namespace weft::functors {

/// Gives a camera's ten bits the tones of a picture: a gamma, then contrast by two parabolas that
/// meet in the middle, into bytes.
///
/// Takes whole numbers of ten bits, of which those up to 25 are black and those above 1023 white;
/// gives whole numbers from 0 to 255.
class RawCurve : public Functor<RawCurve, eParallel> {
    static constexpr int kEntries = 1024;
    static constexpr int kBlack = 25, kWhite = 1023;

    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    float Gamma;
    float Contrast;
    float Table[kEntries] = {};  // in bytes
    mFunctorIndexers(Input, Output)
    mFunctorParameters(Parameter("gamma", Gamma)
                           .Range(0.1, 10.0)
                           .Label("Gamma")
                           .Help("Larger is brighter in the middle; 1 is linear."),
                       Parameter("contrast", Contrast)
                           .Range(-100.0, 100.0)
                           .Label("Contrast")
                           .Help("Above 0 darkens dark tones and brightens bright ones."))

  public:
    explicit RawCurve(float gamma = 2.0f, float contrast = 50.0f)
        : Gamma(gamma), Contrast(contrast) {
        Prepare();
    }

    void Prepare() {
        const float b = 2.0f - exp2(Contrast / 100.0f), a = 2.0f - 2.0f * b;
        for (int i = 0; i < kEntries; ++i) {
            const float x = clamp(to_float(i - kBlack) / to_float(kWhite - kBlack), 0.0f, 1.0f);
            const float g = pow(x, 1.0f / Gamma), rest = 1.0f - g;
            const float z = g > 0.5f ? 1.0f - a * rest * rest - b * rest : a * g * g + b * g;
            Table[i] = to_float(clamp(to_int(z * 255.0f + 0.5f), 0, 255));
        }
    }

    void Kernel() {
        const int number = clamp(to_int(Input()), 0, kEntries - 1);
        Output() = at(Table, number);
    }
};

}  // namespace weft::functors

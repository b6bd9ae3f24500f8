// A picture's tones around several levels of brightness, as planes.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Gives for each of several levels of brightness the picture as it would be edited around it: a
/// plane for each level, from black to white (Paris, Hasinoff and Kautz, Local Laplacian Filters,
/// 2011, as Halide's benchmark has it).
///
/// Around a level k the value g becomes contrast (g - k) + k + detail f exp(-f^2/2), where f is the
/// distance from the level in steps, in whole 256ths.
class ToneLevels : public Functor<ToneLevels, eParallel> {
    Indexer<eInput, ePixel> Input;
    Indexer<eOutput, ePixel> Output;
    int Levels;
    float Detail;
    float Contrast;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(
        Parameter("levels", Levels)
            .Range(2, kMaxPlanes)
            .Label("Levels")
            .Help("Into how many levels brightness is cut, black and white included."),
        Parameter("detail", Detail)
            .Range(-4.0, 4.0)
            .Label("Detail")
            .Help("How much small differences grow; 0 leaves them."),
        Parameter("contrast", Contrast)
            .Range(0.0, 4.0)
            .Label("Contrast")
            .Help("Multiplies large differences."))

  public:
    explicit ToneLevels(int levels = 8, float detail = 1.0f / 7.0f, float contrast = 1.0f)
        : Levels(levels), Detail(detail), Contrast(contrast) {}

    ImageShape Shape(const ImageShape* inputs) const { return {inputs[0].domain, Levels}; }

    void Kernel() {
        const float value = Input(0);
        const float steps = to_float(Levels - 1);
        const int nearest = clamp(to_int(value * steps * 256.0f), 0, 256 * (Levels - 1));
        const float place = to_float(nearest) * 0x1p-8f, even = Contrast * value;
        for (int k = 0; k < Output.Planes; ++k) {
            const float level = to_float(k) / steps;
            const float f = place - to_float(k);
            const float bell = exp2(-0.72134752f * (f * f));  // exp(-f^2/2)
            Output(k) = even + (level - Contrast * level) + Detail * f * bell;
        }
    }
};

}  // namespace weft::functors

// Detail pushed up where there is enough of it.
#pragma once

#include "channels.h"
#include "core/functor.h"

namespace weft::functors {

/// Sharpens colours where they differ enough from a blurred copy: (1 + amount) A - amount B.
///
/// Colours that differ from the copy by less than the threshold, which is taken for grain, stay as
/// they are, each plane by itself. Planes after the colours, alpha first, pass unchanged, and there
/// are as many as A has.
class DetailSharpen : public Functor<DetailSharpen, eParallel> {
    Indexer<eInput, ePixel> Input;
    Indexer<eInput, ePixel> Blurred;
    Indexer<eOutput, ePixel> Output;
    float Amount;
    float Threshold;
    mFunctorIndexers(Input, Blurred, Output)
    mFunctorParameters(
        Parameter("amount", Amount)
            .Range(0.0, 16.0)
            .Label("Amount")
            .Help("Strength: 0 changes nothing, 1 doubles the contrast of fine detail."),
        Parameter("threshold", Threshold)
            .Range(0.0, 1.0)
            .Label("Threshold")
            .Help("Detail fainter than this is left alone."))

  public:
    explicit DetailSharpen(float amount = 1.0f, float threshold = 0.0f)
        : Amount(amount), Threshold(threshold) {}

    ImageShape Shape(const ImageShape* inputs) const {
        ImageShape shape = together(inputs[1], inputs[0]);
        shape.planes = inputs[0].planes;
        return shape;
    }

    int Copies() const { return Amount == 0.0f ? 0 : -1; }

    void Kernel() {
        const int colours = Input.Colours;
        for (int plane = 0; plane < Input.Planes; ++plane) {
            const float value = Input(plane);
            if (plane >= colours) {
                Output(plane) = value;
            } else {
                const float blurred = Blurred(plane);
                const float sharp = (1.0f + Amount) * value - Amount * blurred;
                const bool stays = Amount == 0.0f || abs(value - blurred) < Threshold;
                Output(plane) = stays ? value : sharp;
            }
        }
    }
};

}  // namespace weft::functors

// A picture whose brightness is spread evenly.
#pragma once

#include "bytes.h"
#include "core/functor.h"

namespace weft::functors {

/// Gives each pixel the brightness that is the share of pixels at most as bright, and keeps its
/// differences of colour from brightness, scaled as in analogue video (Rec. 601). Samples are taken
/// as bytes first. The result is bytes, with what exceeds them cut off and fractions dropped.
///
/// Takes a picture, its luma in steps of a byte (ByteLuma), and the share for each of 256 steps of
/// luma. Planes after the third are copied; a picture of one or two planes is grey, and its first
/// plane changes.
class Equalise : public Functor<Equalise, eParallel> {
    Indexer<eInput, ePixel> Input;
    Indexer<eInput, ePixel> Luma;
    Indexer<eInput, ePixel, eRandom> Share;
    Indexer<eOutput, ePixel> Output;
    float Amount;
    mFunctorIndexers(Input, Luma, Share, Output)
    mFunctorParameters(Parameter("amount", Amount)
                           .Range(0.0, 1.0)
                           .Label("Amount")
                           .Help("How far brightness is spread: 0 leaves it as it is."))

  public:
    explicit Equalise(float amount = 1.0f) : Amount(amount) {}

    ImageShape Shape(const ImageShape* inputs) const { return inputs[0]; }

    void Kernel() {
        const float luma = Luma(0);
        const int bin = Share.Domain.x0 + to_int(clamp(luma, 0.0f, kByteScale));
        const float spread = Share(bin, Share.Domain.y0, 0) * kByteScale;
        const float even = luma * (1.0f - Amount) + spread * Amount;
        if (Input.Planes < 3) {
            Output(0) = store_byte(even);
            for (int p = 1; p < Output.Planes; ++p) Output(p) = Input(p);
        } else {
            const float red = (nearest_byte(Input(0)) - luma) * 0.713f;
            const float blue = (nearest_byte(Input(2)) - luma) * 0.564f;
            Output(0) = store_byte(even + red * 1.4f);
            Output(1) = store_byte(even - blue * 0.343f - red * 0.711f);
            Output(2) = store_byte(even + blue * 1.765f);
            for (int p = 3; p < Output.Planes; ++p) Output(p) = Input(p);
        }
    }
};

}  // namespace weft::functors

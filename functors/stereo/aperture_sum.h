// What is seen through a lens's aperture, added up.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Adds to each pixel samples around it, by their weights.
///
/// Samples lie as far to the right and below as the planes of the second and the third picture say,
/// in whole pixels; the planes of the fourth are their weights, and what weighs 0 is not looked at.
class ApertureSum : public Functor<ApertureSum, eParallel> {
    static constexpr int kTogether = 4;  // planes for each walk over the samples

    // Places and weights are read from memory: there are more of them than a GPU's thread holds in
    // registers.
    Indexer<eInput, ePixel, eRandom> Input;
    Indexer<eInput, ePixel, eRandom> Across;
    Indexer<eInput, ePixel, eRandom> Down;
    Indexer<eInput, ePixel, eRandom> Weights;
    Indexer<eOutput, ePixel> Output;
    mFunctorIndexers(Input, Across, Down, Weights, Output)

  public:
    ImageShape Shape(const ImageShape* inputs) const {
        return {inputs[1].domain, inputs[0].planes};
    }

    void Kernel() {
        for (int first = 0; first < Output.Planes; first += kTogether) {
            float sums[kTogether] = {};
            for (int c = 0; c < kTogether; ++c)
                if (first + c < Output.Planes) sums[c] = Input(X(), Y(), first + c);
            for (int s = 0; s < Weights.Planes; ++s) {
                const int x = X() + to_int(Across(X(), Y(), s));
                const int y = Y() + to_int(Down(X(), Y(), s));
                const float weight = Weights(X(), Y(), s);
                for (int c = 0; c < kTogether; ++c)
                    if (first + c < Output.Planes) {
                        const float sample = weight * Input(x, y, first + c);
                        sums[c] += weight == 0.0f ? 0.0f : sample;
                    }
            }
            for (int c = 0; c < kTogether; ++c)
                if (first + c < Output.Planes) Output(first + c) = sums[c];
        }
    }
};

}  // namespace weft::functors

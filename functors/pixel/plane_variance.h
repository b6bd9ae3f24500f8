// How much a picture's planes differ.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Measures how much a picture's planes differ, pixel by pixel: their variance, the mean of their
/// squared distances from their mean, which is the first plane of another picture.
class PlaneVariance : public Functor<PlaneVariance, eParallel> {
    Indexer<eInput, ePixel> Input;
    Indexer<eInput, ePixel> Mean;
    Indexer<eOutput, ePixel> Output;
    mFunctorIndexers(Input, Mean, Output)

  public:
    ImageShape Shape(const ImageShape* inputs) const { return {inputs[0].domain, 1}; }

    void Kernel() {
        const float mean = Mean(0);
        float squares = 0.0f;
        for (int p = 0; p < Input.Planes; ++p) {
            const float difference = Input(p) - mean;
            squares = fma(difference, difference, squares);
        }
        Output(0) = squares / to_float(Input.Planes);
    }
};

}  // namespace weft::functors

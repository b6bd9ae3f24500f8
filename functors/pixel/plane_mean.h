// The mean of a picture's planes.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Averages a picture's planes, pixel by pixel, into one.
class PlaneMean : public Functor<PlaneMean, eParallel> {
    Indexer<eInput, ePixel> Input;
    Indexer<eOutput, ePixel> Output;
    mFunctorIndexers(Input, Output)

  public:
    ImageShape Shape(const ImageShape* inputs) const { return {inputs[0].domain, 1}; }

    void Kernel() {
        float sum = 0.0f;
        for (int p = 0; p < Input.Planes; ++p) sum += Input(p);
        Output(0) = sum / to_float(Input.Planes);
    }
};

}  // namespace weft::functors

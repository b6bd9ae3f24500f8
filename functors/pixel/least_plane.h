// Which of a picture's planes is least.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Finds which of a picture's planes is least, pixel by pixel: 0 is the first plane, and of equal
/// ones the first counts.
class LeastPlane : public Functor<LeastPlane, eParallel> {
    Indexer<eInput, ePixel> Input;
    Indexer<eOutput, ePixel> Output;
    mFunctorIndexers(Input, Output)

  public:
    ImageShape Shape(const ImageShape* inputs) const { return {inputs[0].domain, 1}; }

    void Kernel() {
        float least = Input(0), which = 0.0f;
        for (int p = 1; p < Input.Planes; ++p) {
            const float value = Input(p);
            const bool less = value < least;
            least = less ? value : least;
            which = less ? to_float(p) : which;
        }
        Output(0) = which;
    }
};

}  // namespace weft::functors

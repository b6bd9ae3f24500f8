// Sums of pixels divided by how much they hold.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Divides a picture's planes by its last one, which is dropped: weighed sums of pixels, to which
/// AppendPlane gave what counts the weights, become averages.
///
/// Where the last plane is not above 0 the pixel is that of the second picture.
class DivideByLast : public Functor<DivideByLast, eParallel> {
    Indexer<eInput, ePixel> Input;
    Indexer<eInput, ePixel> Otherwise;
    Indexer<eOutput, ePixel> Output;
    mFunctorIndexers(Input, Otherwise, Output)

  public:
    ImageShape Shape(const ImageShape* inputs) const {
        return {hull(inputs[0].domain, inputs[1].domain),
                inputs[0].planes > 1 ? inputs[0].planes - 1 : 1};
    }

    void Kernel() {
        const float sum = Input(Input.Planes - 1);
        for (int p = 0; p < Output.Planes; ++p)
            Output(p) = sum > 0.0f ? Input(p) / sum : Otherwise(p);
    }
};

}  // namespace weft::functors

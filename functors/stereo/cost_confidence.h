// How much costs tell.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Weighs a picture's planes by how much they differ at a pixel, their variance, and adds a plane
/// that holds it: what costs tell of depths where they are all alike is nothing.
///
/// Of a picture of as many planes as there can be the last one makes way.
class CostConfidence : public Functor<CostConfidence, eParallel> {
    Indexer<eInput, ePixel> Costs;
    Indexer<eOutput, ePixel> Output;
    mFunctorIndexers(Costs, Output)

  public:
    ImageShape Shape(const ImageShape* inputs) const {
        return {inputs[0].domain,
                inputs[0].planes < kMaxPlanes ? inputs[0].planes + 1 : kMaxPlanes};
    }

    void Kernel() {
        const int last = Output.Planes - 1;
        float sum = 0.0f;
        for (int z = 0; z < last; ++z) sum += Costs(z);
        // The mean is subtracted first: a variance that comes of large squares could be negative.
        const float mean = sum / to_float(last);
        float squares = 0.0f;
        for (int z = 0; z < last; ++z) {
            const float difference = Costs(z) - mean;
            squares = fma(difference, difference, squares);
        }
        const float confidence = squares / to_float(last);
        for (int z = 0; z < last; ++z) Output(z) = Costs(z) * confidence;
        Output(last) = confidence;
    }
};

}  // namespace weft::functors

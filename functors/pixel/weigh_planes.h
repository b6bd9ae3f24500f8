// Pixels that carry their weight.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Multiplies a picture's planes by weights, the first plane of another picture, and adds those
/// behind them: pixels that may be blurred, and then count by their weights. UnweighPlanes divides
/// by what became of these.
///
/// Of a picture of as many planes as there can be the last one makes way.
class WeighPlanes : public Functor<WeighPlanes, eParallel> {
    Indexer<eInput, ePixel> Input;
    Indexer<eInput, ePixel> Weights;
    Indexer<eOutput, ePixel> Output;
    mFunctorIndexers(Input, Weights, Output)

  public:
    ImageShape Shape(const ImageShape* inputs) const {
        return {inputs[0].domain,
                inputs[0].planes < kMaxPlanes ? inputs[0].planes + 1 : kMaxPlanes};
    }

    void Kernel() {
        const int last = Output.Planes - 1;
        const float weight = Weights(0);
        for (int p = 0; p < last; ++p) Output(p) = Input(p) * weight;
        Output(last) = weight;
    }
};

}  // namespace weft::functors

// Pixels that no longer carry their weight.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Multiplies a picture's planes by the reciprocal of the last one, their weight, which is dropped:
/// what WeighPlanes did to them, undone.
///
/// Where the weight is 0, or so near to it that float has no reciprocal, the planes are 0.
class UnweighPlanes : public Functor<UnweighPlanes, eParallel> {
    static constexpr float kLeast = 0x1p-126f;  // of normal numbers

    Indexer<eInput, ePixel> Input;
    Indexer<eOutput, ePixel> Output;
    mFunctorIndexers(Input, Output)

  public:
    ImageShape Shape(const ImageShape* inputs) const {
        return {inputs[0].domain, inputs[0].planes > 1 ? inputs[0].planes - 1 : 1};
    }

    void Kernel() {
        const float weight = Input(Input.Planes - 1), inverse = 1.0f / weight;
        const bool known = abs(weight) >= kLeast;
        for (int p = 0; p < Output.Planes; ++p) Output(p) = known ? Input(p) * inverse : 0.0f;
    }
};

}  // namespace weft::functors

// A plane more, which is the same everywhere.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Adds a plane of one value behind a picture's own: what counts how much a sum of pixels holds, as
/// an alpha of 1 does.
///
/// Of a picture of as many planes as there can be the last one makes way.
class AppendPlane : public Functor<AppendPlane, eParallel> {
    Indexer<eInput, ePixel> Input;
    Indexer<eOutput, ePixel> Output;
    float Value;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(Parameter("value", Value)
                           .Range(-65504.0, 65504.0)
                           .Label("Value")
                           .Help("What the plane holds."))

  public:
    explicit AppendPlane(float value = 1.0f) : Value(value) {}

    ImageShape Shape(const ImageShape* inputs) const {
        return {inputs[0].domain,
                inputs[0].planes < kMaxPlanes ? inputs[0].planes + 1 : kMaxPlanes};
    }

    void Kernel() {
        const int last = Output.Planes - 1;
        for (int p = 0; p < last; ++p) Output(p) = Input(p);
        Output(last) = Value;
    }
};

}  // namespace weft::functors

// One plane of a picture.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Takes one plane of a picture, as a picture of its own.
///
/// Of a picture that has fewer planes it is the last.
class SinglePlane : public Functor<SinglePlane, eParallel> {
    Indexer<eInput, ePixel> Input;
    Indexer<eOutput, eComponent> Output;
    Baked<int> Number;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(Parameter("plane", Number.value)
                           .Structure()
                           .Range(0, kMaxPlanes - 1)
                           .Label("Plane")
                           .Help("Which plane is taken, 0 being the first."))

  public:
    explicit SinglePlane(int plane = 0) : Number(plane) {}

    ImageShape Shape(const ImageShape* inputs) const { return {inputs[0].domain, 1}; }

    void Kernel() { Output() = Input(Number); }
};

}  // namespace weft::functors

// How far out of focus a depth is.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Turns depths into the radius in pixels by which a lens blurs them: their distance from the depth
/// in focus, times a scale.
class BokehRadius : public Functor<BokehRadius, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    float Focus;
    float Factor;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(
        Parameter("focus", Focus).Range(0.0, 64.0).Label("Focus").Help("The depth that is sharp."),
        Parameter("scale", Factor)
            .Pixels()
            .Range(0.0, 4.0)
            .Label("Scale")
            .Help("Pixels of blur for each step of depth."))

  public:
    explicit BokehRadius(float focus = 13.0f, float scale = 0.5f) : Focus(focus), Factor(scale) {}

    void Kernel() { Output() = abs(Input() - Focus) * Factor; }
};

}  // namespace weft::functors

// Limits values to a range.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Limits every value to a range. NaN stays NaN.
///
/// Where the minimum exceeds the maximum, every value becomes the maximum.
class Clamp : public Functor<Clamp, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    float Minimum;
    float Maximum;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(Parameter("minimum", Minimum)
                           .Range(-65504.0, 65504.0)
                           .Label("Minimum")
                           .Help("Smaller values become this."),
                       Parameter("maximum", Maximum)
                           .Range(-65504.0, 65504.0)
                           .Label("Maximum")
                           .Help("Larger values become this."))

  public:
    explicit Clamp(float minimum = 0.0f, float maximum = 1.0f)
        : Minimum(minimum), Maximum(maximum) {}

    void Kernel() { Output() = clamp(Input(), Minimum, Maximum); }
};

}  // namespace weft::functors

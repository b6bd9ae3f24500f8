// Shrinks small values to zero: the step that removes noise from wavelet coefficients.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Moves every value towards zero by a threshold; values smaller than it become zero.
///
/// Soft thresholding, or wavelet shrinkage: applied to detail bands it removes grain and keeps
/// edges. Continuous and odd; NaN stays NaN. The scale lets one threshold serve bands in which the
/// noise has different amplitudes.
class SoftThreshold : public Functor<SoftThreshold, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    float Threshold;
    float Scale;
    float Limit = 0.0f;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(
        Parameter("threshold", Threshold)
            .Range(0.0, 1.0)
            .Label("Threshold")
            .Help("Values closer to zero than this vanish; others move towards zero by as much."),
        Parameter("scale", Scale).Range(0.0, 16.0).Label("Scale").Help("Multiplies the threshold."))

  public:
    explicit SoftThreshold(float threshold = 0.02f, float scale = 1.0f)
        : Threshold(threshold), Scale(scale) {}

    void Prepare() { Limit = Threshold * Scale; }

    void Kernel() {
        const float value = Input();
        Output() = value - clamp(value, -Limit, Limit);
    }
};

}  // namespace weft::functors

// A mask of a picture's bright parts.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Makes a mask of the highlights: 0 up to a threshold, rising smoothly to 1 above it.
///
/// The rise is the cubic 3t^2 - 2t^3 over the softness. The mask is always between 0 and 1: an
/// infinity is a highlight, a NaN is not, so that blurring the mask cannot spread either.
class HighlightMask : public Functor<HighlightMask, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    float Threshold;
    float Softness;
    float Slope = 0.0f;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(
        Parameter("threshold", Threshold)
            .Range(0.0, 64.0)
            .Label("Threshold")
            .Help("Values up to this are not highlights; 1 is display white."),
        Parameter("softness", Softness)
            .Range(0.0, 64.0)
            .Label("Softness")
            .Help("How far above the threshold the mask reaches 1; 0 is a hard edge."))

  public:
    explicit HighlightMask(float threshold = 0.7f, float softness = 0.3f)
        : Threshold(threshold), Softness(softness) {}

    void Prepare() { Slope = 1.0f / max(Softness, 1.0e-6f); }

    void Kernel() {
        const float value = Input();
        const float t = min((value - Threshold) * Slope, 1.0f);
        Output() = value > Threshold ? t * t * (3.0f - 2.0f * t) : 0.0f;
    }
};

}  // namespace weft::functors

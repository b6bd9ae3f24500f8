// Harris and Stephens' measure of corners, from the smoothed structure tensor.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Marks corners: 1 where the structure tensor's response exceeds a threshold, else 0.
///
/// The response of the tensor (XX, XY; XY, YY) is its determinant less k times its squared trace:
/// large where both eigenvalues are, negative along edges. A NaN marks no corner.
class HarrisCorner : public Functor<HarrisCorner, eParallel> {
    Indexer<eInput, eComponent> XX;
    Indexer<eInput, eComponent> YY;
    Indexer<eInput, eComponent> XY;
    Indexer<eOutput, eComponent> Output;
    float K;
    float Threshold;
    mFunctorIndexers(XX, YY, XY, Output)
    mFunctorParameters(
        Parameter("k", K).Range(0.0, 0.25).Label("K").Help(
            "How much an edge counts against a corner; 0.04 to 0.06 is usual."),
        Parameter("threshold", Threshold)
            .Range(0.0, 65000.0)
            .Label("Threshold")
            .Help("Responses above this are corners; in the tensor's units, squared."))

  public:
    explicit HarrisCorner(float k = 0.04f, float threshold = 0.1f) : K(k), Threshold(threshold) {}

    void Kernel() {
        const float x = XX();
        const float y = YY();
        const float xy = XY();
        const float trace = x + y;
        const float response = (x * y - xy * xy) - K * (trace * trace);
        Output() = response > Threshold ? 1.0f : 0.0f;
    }
};

}  // namespace weft::functors

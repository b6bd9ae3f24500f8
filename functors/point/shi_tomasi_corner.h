// Shi and Tomasi's measure of features worth tracking, from the smoothed structure tensor.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Marks good features: 1 where the structure tensor's lesser eigenvalue exceeds a threshold, else
/// 0.
///
/// The tensor is (XX, XY; XY, YY). A NaN marks no feature.
class ShiTomasiCorner : public Functor<ShiTomasiCorner, eParallel> {
    Indexer<eInput, eComponent> XX;
    Indexer<eInput, eComponent> YY;
    Indexer<eInput, eComponent> XY;
    Indexer<eOutput, eComponent> Output;
    float Threshold;
    mFunctorIndexers(XX, YY, XY, Output)
    mFunctorParameters(Parameter("threshold", Threshold)
                           .Range(0.0, 65000.0)
                           .Label("Threshold")
                           .Help("Eigenvalues above this are features; in the tensor's units."))

  public:
    explicit ShiTomasiCorner(float threshold = 0.1f) : Threshold(threshold) {}

    void Kernel() {
        const float x = XX();
        const float y = YY();
        const float xy = XY();
        const float difference = x - y;
        const float root = sqrt(difference * difference + 4.0f * (xy * xy));
        Output() = 0.5f * ((x + y) - root) > Threshold ? 1.0f : 0.0f;
    }
};

}  // namespace weft::functors

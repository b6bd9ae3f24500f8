// Harris's measure of a corner, as it is.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Measures how much of a corner each pixel is: det - k trace^2 of its structure tensor.
///
/// The inputs are the tensor's smoothed squares and product of derivatives. Corners are positive,
/// edges negative, flat parts near zero.
class HarrisResponse : public Functor<HarrisResponse, eParallel> {
    Indexer<eInput, eComponent> XX;
    Indexer<eInput, eComponent> YY;
    Indexer<eInput, eComponent> XY;
    Indexer<eOutput, eComponent> Output;
    float K;
    mFunctorIndexers(XX, YY, XY, Output)
    mFunctorParameters(Parameter("k", K).Range(0.0, 0.25).Label("K").Help(
        "How much an edge counts against a corner; 0.04 to 0.06 is usual."))

  public:
    explicit HarrisResponse(float k = 0.04f) : K(k) {}

    void Kernel() {
        const float determinant = XX() * YY() - XY() * XY();
        const float trace = XX() + YY();
        Output() = determinant - K * trace * trace;
    }
};

}  // namespace weft::functors

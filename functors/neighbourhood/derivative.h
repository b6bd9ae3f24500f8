// First derivatives by masks of three by three, in the whole numbers of programs on bytes.
#pragma once

#include "bytes.h"
#include "core/functor.h"

namespace weft::functors {

/// Differentiates along an axis and smooths across it: the masks of Prewitt, Sobel and Scharr.
///
/// The mask is (-1, 0, 1) along the axis times (1, centre, 1) across it, and grows towards the
/// right and downwards. The result is a whole number, as integer arithmetic on bytes gives it: the
/// sum over samples of 0 to 255, rounded, then divided towards zero.
class Derivative : public Functor<Derivative, eParallel> {
    Indexer<eInput, eComponent, e2D> Input;
    Indexer<eOutput, eComponent> Output;
    Axis Along;
    float Centre;
    float Divisor;
    Baked<int> X = 1;  // one step along the axis
    Baked<int> Y = 0;
    float Inverse = 1.0f;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(
        Parameter("axis", Along).Label("Axis").Help("The direction of the derivative."),
        Parameter("centre", Centre)
            .Range(0.0, 16.0)
            .Label("Centre")
            .Help("Weight of the middle line: 1 is Prewitt's mask, 2 Sobel's."),
        Parameter("divisor", Divisor)
            .Range(1.0, 1024.0)
            .Label("Divisor")
            .Help("Divides the sum of the mask; the quotient's fraction is dropped."))

  public:
    explicit Derivative(Axis axis = eHorizontal, float centre = 2.0f, float divisor = 4.0f)
        : Input(1, 1), Along(axis), Centre(centre), Divisor(divisor) {}

    void Prepare() {
        X = Along == eHorizontal ? 1 : 0;
        Y = Along == eHorizontal ? 0 : 1;
        Inverse = 1.0f / Divisor;
    }

    void Kernel() {
        const float diagonal = Input(1, 1) - Input(-1, -1);
        const float other_diagonal = Input(X - Y, Y - X) - Input(Y - X, X - Y);
        const float middle = Input(X, Y) - Input(-X, -Y);
        const float sum = (diagonal + other_diagonal) + Centre * middle;
        Output() = divide_whole(round_even(kByteScale * sum), Inverse);
    }
};

}  // namespace weft::functors

// One level of the undecimated wavelet transform along an axis (active-library, listing 2).
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Splits a picture into its detail at one scale and the smooth rest, along one axis.
///
/// One level of the undecimated wavelet transform with holes: level n of a decomposition has
/// radius 2^n. The smooth rest is the input filtered by (1, 2, 1)/4 with taps a radius apart, and
/// the detail is what that filter took away, so that detail and rest add up to the input.
class DWT1D : public Functor<DWT1D, eParallel> {
    Indexer<eInput, eComponent, e1D> Input;
    Indexer<eOutput, eComponent> HighOutput;
    Indexer<eOutput, eComponent> LowOutput;
    mFunctorIndexers(Input, HighOutput, LowOutput)
    mFunctorParameters(
        Parameter("axis", Input.Axis).Label("Axis").Help("The direction of the transform."),
        Parameter("radius", Input.Radius)
            .Pixels()
            .Structure()
            .Range(1, 256)
            .Label("Radius")
            .Help("Distance between the taps in pixels: 1, 2, 4, 8... for successive levels."))

  public:
    explicit DWT1D(Axis axis = eHorizontal, int radius = 1) : Input(axis, radius) {}

    void Kernel() {
        const float centre = Input();
        const float high = (centre - (Input(Input.Radius) + Input(-Input.Radius)) * 0.5f) * 0.5f;

        HighOutput() = high;
        LowOutput() = centre - high;
    }
};

}  // namespace weft::functors

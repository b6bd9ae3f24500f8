// A small blur in whole numbers.
#pragma once

#include "camera/raw.h"
#include "core/functor.h"

namespace weft::functors {

/// Blurs whole numbers by 1 2 1 along an axis: the mean of a pixel and of the mean of its two
/// neighbours, both rounded up.
class WholeBlur : public Functor<WholeBlur, eParallel> {
    Indexer<eInput, eComponent, e1D> Input;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(
        Parameter("axis", Input.Axis).Label("Axis").Help("The direction of the blur."))

  public:
    explicit WholeBlur(Axis axis = eHorizontal) : Input(axis, 1) {}

    void Kernel() { Output() = whole_mean(whole_mean(Input(-1), Input(1)), Input(0)); }
};

}  // namespace weft::functors

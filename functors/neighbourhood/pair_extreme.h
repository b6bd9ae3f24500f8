// The larger or the smaller of two pixels: what maxima over long runs are put together from.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Takes the larger of each pixel and the one a step further along an axis, or the smaller.
///
/// With steps of 1, 2, 4... one after the other gives the extremes of runs of 2, 4, 8... pixels
/// that begin at each pixel. A NaN may stay or vanish.
class PairExtreme : public Functor<PairExtreme, eParallel> {
    static constexpr const char* kOperations[] = {"dilate", "erode"};

  public:
    enum Operation : int { eDilate, eErode };

  private:
    Indexer<eInput, eComponent, e1D> Input;
    Indexer<eOutput, eComponent> Output;
    Baked<int> What;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(
        Parameter("operation", What.value)
            .Choices(kOperations)
            .Structure()
            .Label("Operation")
            .Help("Takes the larger value, which grows bright areas, or the smaller."),
        Parameter("axis", Input.Axis).Label("Axis").Help("The direction of the step."),
        Parameter("step", Input.Radius)
            .Pixels()
            .Structure()
            .Range(1, kMaxRadius)
            .Label("Step")
            .Help("How far the other pixel is to the right or below, in pixels."))

  public:
    explicit PairExtreme(Operation operation = eDilate, Axis axis = eHorizontal, int step = 1)
        : Input(axis, step), What(operation) {}

    void Kernel() {
        const float here = Input();
        const float there = Input(Input.Radius);
        Output() = What == eDilate ? max(here, there) : min(here, there);
    }
};

}  // namespace weft::functors

// One axis of an erosion or a dilation.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Grows or shrinks bright areas along one axis: the largest or the smallest value of a window.
///
/// Two of them, one along each axis, dilate or erode by a rectangle. A window's cost grows with its
/// radius. A NaN may stay or vanish.
class Morphology : public Functor<Morphology, eParallel> {
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
            .Help("Takes the largest value, which grows bright areas, or the smallest."),
        Parameter("axis", Input.Axis).Label("Axis").Help("The direction of the window."),
        Parameter("radius", Input.Radius)
            .Pixels()
            .Structure()
            .Range(0, 128)
            .Label("Radius")
            .Help("How far areas grow or shrink, in pixels; 0 leaves the picture as it is."))

  public:
    explicit Morphology(Operation operation = eDilate, Axis axis = eHorizontal, int radius = 1)
        : Input(axis, radius), What(operation) {}

    int Copies() const { return Input.Radius == 0 ? 0 : -1; }

    void Kernel() {
        float extreme = Input();
        for (int i = 1; i <= Input.Radius; ++i) {
            const float before = Input(-i);
            const float after = Input(i);
            extreme = What == eDilate ? max(extreme, max(before, after))
                                      : min(extreme, min(before, after));
        }
        Output() = extreme;
    }
};

}  // namespace weft::functors

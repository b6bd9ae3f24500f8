// A picture at half its resolution.
#pragma once

#include "core/functor.h"
#include "pyramid/levels.h"

namespace weft::functors {

/// Halves a picture along an axis by a small filter: the way down a pyramid.
///
/// Element i of the result weighs the elements around 2 i: the kernel 1 4 6 4 1 around 2 i, 1 2 1
/// around 2 i, 1 3 3 1 around 2 i + 1/2, or the two elements 2 i and 2 i + 1 alike. The result
/// holds every element that reads around one inside, and a margin; beyond the picture its border
/// counts. A NaN or an infinity reaches every element that reads it, so that after some levels it
/// is everywhere.
///
/// Levels that clamp and have a margin of 1 each, 2 of binomial-5, are those of a pyramid without
/// ends: what lies farther out is what their last elements are.
class Halve : public Functor<Halve, eParallel> {
    static constexpr const char* kFilters[] = {"binomial-5", "binomial-3", "binomial-4", "pair"};

    Indexer<eInput, eComponent, e1D> Input;
    Indexer<eOutput, eComponent> Output;
    Baked<int> How = 0;
    int Margin;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(
        Parameter("axis", Input.Axis).Label("Axis").Help("Which side is halved: width or height."),
        Parameter("filter", How.value)
            .Choices(kFilters)
            .Structure()
            .Label("Filter")
            .Help("How many elements are weighed, by binomial coefficients; pair is their mean."),
        Parameter("margin", Margin)
            .Structure()
            .Range(0, 64)
            .Label("Margin")
            .Help("Elements that the result has more at either end."))

  public:
    enum Filter : int { eBinomial5, eBinomial3, eBinomial4, ePair };

    explicit Halve(Axis axis = eHorizontal, Filter filter = eBinomial5, int margin = 0)
        : Input(axis, 2), How(filter), Margin(margin) {
        Prepare();
    }

    void Prepare() {
        const Scale half{2, 0, 1};
        Input.ScaleX = Input.Axis == eHorizontal ? half : Scale{};
        Input.ScaleY = Input.Axis == eVertical ? half : Scale{};
        Input.Radius = How == eBinomial5 || How == eBinomial4 ? 2 : 1;
    }

    ImageShape Shape(const ImageShape* inputs) const {
        ImageShape shape = inputs[0];
        shape.domain = grown(halved(shape.domain, Input.Axis), Input.Axis, Margin);
        shape.frame = halved(shape.frame, Input.Axis);
        shape.pixel_aspect *= Input.Axis == eHorizontal ? 2.0f : 0.5f;
        return shape;
    }

    void Kernel() {
        if (How == eBinomial5)
            Output() = ((Input(-2) + Input(2)) + 4.0f * (Input(-1) + Input(1)) + 6.0f * Input(0)) *
                       0.0625f;
        else if (How == eBinomial3)
            Output() = ((Input(-1) + Input(1)) + 2.0f * Input(0)) * 0.25f;
        else if (How == eBinomial4)
            Output() = ((Input(-1) + Input(2)) + 3.0f * (Input(0) + Input(1))) * 0.125f;
        else
            Output() = (Input(0) + Input(1)) * 0.5f;
    }
};

}  // namespace weft::functors

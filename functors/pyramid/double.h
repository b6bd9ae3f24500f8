// A picture at twice its resolution.
#pragma once

#include "core/functor.h"
#include "pyramid/levels.h"

namespace weft::functors {

/// Doubles a picture along an axis by a small filter: the way up a pyramid.
///
/// The result is as large as the second picture, a level of the same pyramid, whose pixels it does
/// not read. Its element i lies at i / 2: binomial-5 weighs 1 6 1 where i is even and 4 4 where it
/// is odd, of 8; linear is the element i / 2, or the mean of its neighbours where i is odd;
/// quarters weighs the nearer one 3/4 and the farther 1/4, where elements lie between those of the
/// level below; nearest repeats. A NaN or an infinity reaches every element that reads it.
class Double : public Functor<Double, eParallel> {
    static constexpr const char* kFilters[] = {"binomial-5", "linear", "quarters", "nearest"};

    Indexer<eInput, eComponent, e1D> Input;
    Indexer<eInput, eComponent, eSparse> Like;  // of no offsets: its size alone
    Indexer<eOutput, eComponent> Output;
    Baked<int> How = 0;
    mFunctorIndexers(Input, Like, Output)
    mFunctorParameters(
        Parameter("axis", Input.Axis).Label("Axis").Help("Which side is doubled: width or height."),
        Parameter("filter", How.value)
            .Choices(kFilters)
            .Structure()
            .Label("Filter")
            .Help("What lies between the elements of the smaller picture."))

  public:
    enum Filter : int { eBinomial5, eLinear, eQuarters, eNearest };

    explicit Double(Axis axis = eHorizontal, Filter filter = eBinomial5)
        : Input(axis, 1), How(filter) {
        Prepare();
    }

    void Prepare() {
        const Scale twice{1, 0, 2};
        Input.ScaleX = Input.Axis == eHorizontal ? twice : Scale{};
        Input.ScaleY = Input.Axis == eVertical ? twice : Scale{};
    }

    ImageShape Shape(const ImageShape* inputs) const {
        ImageShape shape = inputs[0];
        shape.domain = doubled_like(shape.domain, inputs[1].domain, Input.Axis);
        shape.frame = doubled_like(shape.frame, inputs[1].frame, Input.Axis);
        shape.pixel_aspect *= Input.Axis == eHorizontal ? 0.5f : 2.0f;
        return shape;
    }

    void Kernel() {
        const bool odd = ((Input.Axis == eHorizontal ? X() : Y()) & 1) != 0;
        const float before = Input(-1), here = Input(0), after = Input(1);
        if (How == eBinomial5)
            Output() = odd ? (here + after) * 0.5f : ((before + after) + 6.0f * here) * 0.125f;
        else if (How == eLinear)
            Output() = odd ? (here + after) * 0.5f : here;
        else if (How == eQuarters)
            Output() = here * 0.75f + (odd ? after : before) * 0.25f;
        else
            Output() = here;
    }
};

}  // namespace weft::functors

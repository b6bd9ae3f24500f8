// A part of a picture, or a picture with room around it.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Takes pixels off the sides of a picture, or adds some where a number is negative.
///
/// The picture becomes smaller; what is left stays where it was. What is added is border
/// (transparent black, unless the node says otherwise). A crop that leaves nothing is an error.
class Crop : public Functor<Crop, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    int Left, Top, Right, Bottom;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(Parameter("left", Left)
                           .PixelsAlongX()
                           .Range(-65536, 65536)
                           .Label("Left")
                           .Help("Pixels taken off the left side."),
                       Parameter("top", Top)
                           .PixelsAlongY()
                           .Range(-65536, 65536)
                           .Label("Top")
                           .Help("Pixels taken off the top."),
                       Parameter("right", Right)
                           .PixelsAlongX()
                           .Range(-65536, 65536)
                           .Label("Right")
                           .Help("Pixels taken off the right side."),
                       Parameter("bottom", Bottom)
                           .PixelsAlongY()
                           .Range(-65536, 65536)
                           .Label("Bottom")
                           .Help("Pixels taken off the bottom."))

  public:
    explicit Crop(int left = 0, int top = 0, int right = 0, int bottom = 0)
        : Left(left), Top(top), Right(right), Bottom(bottom) {
        Input.border = {eConstant, 0.0f};
    }

    ImageShape Shape(const ImageShape* inputs) const {
        const Rect& d = inputs[0].domain;
        return {{d.x0 + Left, d.y0 + Top, d.x1 - Right, d.y1 - Bottom}, inputs[0].planes};
    }

    int Copies() const { return Left == 0 && Top == 0 && Right == 0 && Bottom == 0 ? 0 : -1; }

    void Kernel() { Output() = Input(); }
};

}  // namespace weft::functors

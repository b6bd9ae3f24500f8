// A part of a picture, or a picture with room around it.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Takes pixels off the sides of the frame, or adds some where a number is negative.
///
/// A side whose number is 0 stays as it is, with what lies beyond it. What is left stays where it
/// was; what is taken off is transparent black, and so is what is added, unless the node says
/// otherwise. Reformat makes what is left the frame: the picture becomes smaller. A crop that
/// leaves nothing is an error.
class Crop : public Functor<Crop, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    int Left, Top, Right, Bottom;
    bool Reformat = false;
    int X0 = 0, Y0 = 0, X1 = 1, Y1 = 1;  // what is left
    mFunctorIndexers(Input, Output)
    mFunctorParameters(
        Parameter("left", Left)
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
            .Help("Pixels taken off the bottom."),
        Parameter("reformat", Reformat).Label("Reformat").Help("Makes what is left the frame."))

  public:
    explicit Crop(int left = 0, int top = 0, int right = 0, int bottom = 0)
        : Left(left), Top(top), Right(right), Bottom(bottom) {}

    ImageShape Shape(const ImageShape* inputs) const {
        ImageShape shape = inputs[0];
        const Rect left = left_of(shape.frame, shape.domain);
        if (left.empty() || Reformat)
            shape.domain = shape.frame = left;
        else
            shape.domain = hull(shape.frame, left);
        return shape;
    }
    Rect DataWindow(const ImageShape* inputs) const {
        const Rect left = left_of(inputs[0].frame, inputs[0].domain);
        return intersect(inputs[0].data_window, left);
    }

    void Measure() {
        const Rect left = left_of(Input.Frame, Input.Domain);
        X0 = left.x0;
        Y0 = left.y0;
        X1 = left.x1;
        Y1 = left.y1;
    }

    int Copies() const { return Left == 0 && Top == 0 && Right == 0 && Bottom == 0 ? 0 : -1; }

    void Kernel() {
        const bool kept = X() >= X0 && Y() >= Y0 && X() < X1 && Y() < Y1;
        Output() = kept ? Input() : 0.0f;
    }

  private:
    Rect left_of(const Rect& frame, const Rect& domain) const {
        return {Left == 0 ? domain.x0 : frame.x0 + Left, Top == 0 ? domain.y0 : frame.y0 + Top,
                Right == 0 ? domain.x1 : frame.x1 - Right,
                Bottom == 0 ? domain.y1 : frame.y1 - Bottom};
    }
};

}  // namespace weft::functors

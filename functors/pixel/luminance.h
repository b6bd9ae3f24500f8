// The luminance of a colour picture, as one plane.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Makes a picture of one plane from the red, green and blue of another.
///
/// The default weights are those of Rec. 709, for linear light. Planes after the third are not
/// read. A picture of one or two planes is taken to be grey already: its first plane is copied.
class Luminance : public Functor<Luminance, eParallel> {
    Indexer<eInput, ePixel> Input;
    Indexer<eOutput, eComponent> Output;
    float Red;
    float Green;
    float Blue;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(
        Parameter("red", Red).Range(-4.0, 4.0).Label("Red").Help("Weight of the first plane."),
        Parameter("green", Green)
            .Range(-4.0, 4.0)
            .Label("Green")
            .Help("Weight of the second plane."),
        Parameter("blue", Blue).Range(-4.0, 4.0).Label("Blue").Help("Weight of the third plane."))

  public:
    explicit Luminance(float red = 0.2126f, float green = 0.7152f, float blue = 0.0722f)
        : Red(red), Green(green), Blue(blue) {}

    void Kernel() {
        if (Input.Colours < 3) {
            Output() = Input(0);
        } else {
            Output() = Red * Input(0) + Green * Input(1) + Blue * Input(2);
        }
    }
};

}  // namespace weft::functors

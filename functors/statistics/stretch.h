// A picture's range of values made another.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Maps the values from a low to a high one, each a picture of one element (Extremes), to the range
/// from black to white. Where low and high are alike the picture becomes black.
class Stretch : public Functor<Stretch, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eInput, eComponent, eRandom> Low;
    Indexer<eInput, eComponent, eRandom> High;
    Indexer<eOutput, eComponent> Output;
    float Black, White;
    mFunctorIndexers(Input, Low, High, Output)
    mFunctorParameters(Parameter("black", Black)
                           .Range(-10.0, 10.0)
                           .Label("Black")
                           .Help("What the lowest value becomes."),
                       Parameter("white", White)
                           .Range(-10.0, 10.0)
                           .Label("White")
                           .Help("What the highest value becomes."))

  public:
    explicit Stretch(float black = 0.0f, float white = 1.0f) : Black(black), White(white) {}

    ImageShape Shape(const ImageShape* inputs) const { return inputs[0]; }

    void Kernel() {
        const float low = Low(Low.Domain.x0, Low.Domain.y0);
        const float span = High(High.Domain.x0, High.Domain.y0) - low;
        Output() = span > 0.0f ? Black + (Input() - low) / span * (White - Black) : Black;
    }
};

}  // namespace weft::functors

// A picture of three colours, from a picture of each.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Puts the first planes of three pictures together: as the red, the green and the blue of one.
class JoinColours : public Functor<JoinColours, eParallel> {
    Indexer<eInput, ePixel> Red;
    Indexer<eInput, ePixel> Green;
    Indexer<eInput, ePixel> Blue;
    Indexer<eOutput, ePixel> Output;
    mFunctorIndexers(Red, Green, Blue, Output)

  public:
    ImageShape Shape(const ImageShape* inputs) const {
        const Rect red_green = hull(inputs[0].domain, inputs[1].domain);
        return {hull(red_green, inputs[2].domain), 3};
    }

    void Kernel() {
        Output(0) = Red(0);
        Output(1) = Green(0);
        Output(2) = Blue(0);
    }
};

}  // namespace weft::functors

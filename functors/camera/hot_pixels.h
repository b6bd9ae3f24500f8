// Hot pixels of a sensor.
#pragma once

#include "camera/raw.h"
#include "core/functor.h"

namespace weft::functors {

/// Takes hot pixels out of a mosaic: none is brighter than the brightest of the four pixels of its
/// colour beside, above and below it, nor darker than 0.
///
/// Samples of 0 to 1 become the whole numbers that they are nearest to: white, 1, is 1023 where
/// there are ten bits. A white of 1 leaves whole numbers as they are.
class HotPixels : public Functor<HotPixels, eParallel> {
    Indexer<eInput, eComponent, e2D> Input;
    Indexer<eOutput, eComponent> Output;
    int White;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(Parameter("white", White)
                           .Range(1, 65535)
                           .Label("White")
                           .Help("The number of a sample of 1: 1023 of ten bits."))

  public:
    explicit HotPixels(int white = kRawWhite) : Input(2, 2), White(white) {}

    void Kernel() {
        const float brightest = max(max(Input(-2, 0), Input(2, 0)), max(Input(0, -2), Input(0, 2)));
        Output() = to_float(round_to_int(clamp(Input(0, 0), 0.0f, brightest) * to_float(White)));
    }
};

}  // namespace weft::functors

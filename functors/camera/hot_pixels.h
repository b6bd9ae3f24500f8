// Hot pixels of a sensor.
#pragma once

#include "camera/raw.h"
#include "core/functor.h"

namespace weft::functors {

/// Takes hot pixels out of a mosaic: none is brighter than the brightest of the four pixels of its
/// colour beside, above and below it, nor darker than 0.
///
/// Samples of 0 to 1 become the whole numbers of ten bits that they are nearest to: white, 1, is
/// 1023.
class HotPixels : public Functor<HotPixels, eParallel> {
    Indexer<eInput, eComponent, e2D> Input;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Input, Output)

  public:
    HotPixels() : Input(2, 2) {}

    void Kernel() {
        const float brightest = max(max(Input(-2, 0), Input(2, 0)), max(Input(0, -2), Input(0, 2)));
        Output() = to_float(round_to_int(clamp(Input(0, 0), 0.0f, brightest) * kRawWhite));
    }
};

}  // namespace weft::functors

// The green of a mosaic, everywhere.
#pragma once

#include "camera/raw.h"
#include "core/functor.h"

namespace weft::functors {

/// Fills in the green that a mosaic's red and blue pixels lack: the mean of the two greens beside
/// it, or of the two above and below it, whichever differ less; of equals those above and below.
///
/// A mosaic's rows of green and red, from an even column and row on, alternate with rows of blue
/// and green. Numbers are whole, and means are rounded up.
class MosaicGreen : public Functor<MosaicGreen, eParallel> {
    Indexer<eInput, eComponent, e2D> Input;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Input, Output)

  public:
    MosaicGreen() : Input(1, 1) {}

    void Kernel() {
        const float left = Input(-1, 0), right = Input(1, 0);
        const float above = Input(0, -1), below = Input(0, 1);
        const bool across = abs(left - right) < abs(above - below);
        const float mean = across ? whole_mean(left, right) : whole_mean(above, below);
        Output() = is_green(X(), Y()) ? Input(0, 0) : mean;
    }
};

}  // namespace weft::functors

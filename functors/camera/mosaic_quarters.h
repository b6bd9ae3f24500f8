// A mosaic taken apart.
#pragma once

#include "camera/raw.h"
#include "core/functor.h"
#include "pyramid/levels.h"

namespace weft::functors {

/// Takes a mosaic apart into four planes of half its width and height: the greens of the rows of
/// red, the reds, the blues, and the greens of the rows of blue.
///
/// Element (i, j) holds the pixels (2i, 2j), (2i + 1, 2j), (2i, 2j + 1) and (2i + 1, 2j + 1) of the
/// mosaic's first plane; where the mosaic ends between them its border counts.
class MosaicQuarters : public Functor<MosaicQuarters, eParallel> {
    Indexer<eInput, ePixel, e2D> Mosaic;
    Indexer<eOutput, ePixel> Output;
    mFunctorIndexers(Mosaic, Output)

  public:
    MosaicQuarters() : Mosaic(1, 1) { Prepare(); }

    void Prepare() { Mosaic.ScaleX = Mosaic.ScaleY = {2, 0, 1}; }

    ImageShape Shape(const ImageShape* inputs) const {
        return {halved(halved(inputs[0].domain, eHorizontal), eVertical), kQuarters};
    }

    void Kernel() {
        Output(kGreenOfReds) = Mosaic(0, 0, 0);
        Output(kRed) = Mosaic(1, 0, 0);
        Output(kBlue) = Mosaic(0, 1, 0);
        Output(kGreenOfBlues) = Mosaic(1, 1, 0);
    }
};

}  // namespace weft::functors

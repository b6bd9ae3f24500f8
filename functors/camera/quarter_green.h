// The green of a mosaic's red or blue pixels, colour by colour.
#pragma once

#include "camera/raw.h"
#include "core/functor.h"

namespace weft::functors {

/// Finds the green at a mosaic's red pixels, or at its blue ones, from its two kinds of greens,
/// each in a picture of its own: those beside the pixels, in the same rows, and those above and
/// below.
///
/// It is the mean of two neighbours, rounded up: of those beside it, or of those above and below,
/// whichever differ less; of equals those above and below. Pictures are MosaicQuarters' planes.
class QuarterGreen : public Functor<QuarterGreen, eParallel> {
    Indexer<eInput, eComponent, e1D> Beside;
    Indexer<eInput, eComponent, e1D> Above;
    Indexer<eOutput, eComponent> Output;
    Baked<int> Site;
    mFunctorIndexers(Beside, Above, Output)
    mFunctorParameters(Parameter("site", Site.value)
                           .Choices(kColourSites)
                           .Structure()
                           .Label("Site")
                           .Help("Whether the green of red pixels is found, or that of blue ones."))

  public:
    explicit QuarterGreen(ColourSite site = eRedSite)
        : Beside(eHorizontal, 1), Above(eVertical, 1), Site(site) {}

    // A red pixel lies right of a green one of its row, a blue one left of it; and the other way
    // round with rows.
    void Kernel() {
        const float left = Beside(-Site), right = Beside(1 - Site);
        const float above = Above(Site - 1), below = Above(Site);
        const bool across = abs(left - right) < abs(above - below);
        Output() = across ? whole_mean(left, right) : whole_mean(above, below);
    }
};

}  // namespace weft::functors

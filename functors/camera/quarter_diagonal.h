// The red of a mosaic's blue pixels, or the blue of its red ones, colour by colour.
#pragma once

#include "camera/raw.h"
#include "core/functor.h"

namespace weft::functors {

/// Finds the blue of a mosaic's red pixels, or the red of its blue ones: the mean of two neighbours
/// across one of the two diagonals, whichever differ less, corrected by how much greener the pixel
/// is than they are; of equals across the falling one.
///
/// Takes the greens that QuarterGreen found at the pixels themselves and at those of the colour,
/// and the colour. Means are rounded up.
class QuarterDiagonal : public Functor<QuarterDiagonal, eParallel> {
    Indexer<eInput, eComponent> Green;
    Indexer<eInput, eComponent, e2D> GreenThere;
    Indexer<eInput, eComponent, e2D> Colour;
    Indexer<eOutput, eComponent> Output;
    Baked<int> Site;
    mFunctorIndexers(Green, GreenThere, Colour, Output)
    mFunctorParameters(
        Parameter("site", Site.value)
            .Choices(kColourSites)
            .Structure()
            .Label("Site")
            .Help("Whether the blue of red pixels is found, or the red of blue ones."))

  public:
    explicit QuarterDiagonal(ColourSite site = eRedSite)
        : GreenThere(1, 1), Colour(1, 1), Site(site) {}

    // Blue pixels are found right of and above the element of a red one, red ones left of and below
    // that of a blue one.
    void Kernel() {
        const float green = Green();
        const float rising = whole_mean(Colour(0, 0), Colour(1 - 2 * Site, 2 * Site - 1)) -
                             whole_mean(GreenThere(0, 0), GreenThere(1 - 2 * Site, 2 * Site - 1));
        const float falling = whole_mean(Colour(1 - 2 * Site, 0), Colour(0, 2 * Site - 1)) -
                              whole_mean(GreenThere(1 - 2 * Site, 0), GreenThere(0, 2 * Site - 1));
        const bool rises = abs(Colour(0, 0) - Colour(1 - 2 * Site, 2 * Site - 1)) <
                           abs(Colour(1 - 2 * Site, 0) - Colour(0, 2 * Site - 1));
        Output() = green + (rises ? rising : falling);
    }
};

}  // namespace weft::functors

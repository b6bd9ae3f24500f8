// Which samples of a lens's aperture count.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Tells which samples around a pixel a lens spreads as far as there: 1 for those, else 0, in a
/// plane for each sample.
///
/// Samples lie as far to the right and below as the planes of the first two pictures say, in whole
/// pixels. The third is the square of the radius by which each pixel is spread, in pixels, and the
/// fourth its depth; both have one plane. A sample counts where its distance is less than its
/// radius and either less than the pixel's or its depth less than the pixel's: in front of it.
class ApertureWeights : public Functor<ApertureWeights, eParallel> {
    // Places are read from memory: there are more of them than a GPU's thread holds in registers.
    Indexer<eInput, eComponent, eRandom> Across;
    Indexer<eInput, eComponent, eRandom> Down;
    Indexer<eInput, eComponent, eRandom> Squares;
    Indexer<eInput, eComponent, eRandom> Depth;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Across, Down, Squares, Depth, Output)

  public:
    void Kernel() {
        const int u = to_int(Across(X(), Y())), v = to_int(Down(X(), Y()));
        const int x = X() + u, y = Y() + v;
        const float distance = to_float(u * u + v * v);
        const bool seen = distance < Squares(X(), Y()) || Depth(x, y) < Depth(X(), Y());
        Output() = seen && distance < Squares(x, y) ? 1.0f : 0.0f;
    }
};

}  // namespace weft::functors

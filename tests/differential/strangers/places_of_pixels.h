// A stranger: makes two planes of however many, by place, and says so.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// Makes two planes of however many, by place.
class PlacesOfPixels : public Functor<PlacesOfPixels, eParallel> {
    Indexer<eInput, ePixel, e1D> Input;
    Indexer<eOutput, ePixel> Output;
    mFunctorIndexers(Input, Output)

  public:
    PlacesOfPixels() : Input(eHorizontal, 2) {}
    void Kernel() {
        const int plane = X() - Y();
        for (int p = 0; p < Output.Planes; ++p)
            Output(p) = Input((X() & 1) + p, plane) + to_float(Plane() + Y());
    }
};

}  // namespace strangers

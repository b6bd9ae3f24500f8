// A stranger: compares whole pixels of a neighbourhood.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// Compares whole pixels of a neighbourhood.
class PerPixelNeighbours : public Functor<PerPixelNeighbours, eParallel> {
    Indexer<eInput, ePixel, e2D> Input;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Input, Output)

  public:
    PerPixelNeighbours() : Input(1, 1) {}
    void Kernel() {
        float best = 1e30f;
        int best_x = 0, best_y = 0;
        for (int y = -1; y <= 1; ++y)
            for (int x = -1; x <= 1; ++x) {
                float d = 0.0f;
                for (int p = 0; p < Input.Planes; ++p) {
                    const float e = Input(x, y, p) - Input(0, 0, p);
                    d += e * e;
                }
                if (d < best && (x != 0 || y != 0)) {
                    best = d;
                    best_x = x;
                    best_y = y;
                }
            }
        Output() = Input(best_x, best_y, best_x + 1);
    }
};

}  // namespace strangers

// A stranger: counts its neighbours in eight bins and takes the fullest.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// Counts its neighbours in eight bins and takes the fullest.
class HistogramMode : public Functor<HistogramMode, eParallel> {
    Indexer<eInput, eComponent, e2D> Input;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Input, Output)

  public:
    HistogramMode() : Input(2, 2) {}
    void Kernel() {
        int bins[8] = {};
        for (int y = -2; y <= 2; ++y)
            for (int x = -2; x <= 2; ++x) {
                const int b = clamp(to_int(Input(x, y) * 4.0f + 4.0f), 0, 7);
                bins[b] += 1;
            }
        int best = 0;
        for (int b = 1; b < 8; ++b)
            if (bins[b] > bins[best & 7]) best = b;
        Output() = to_float(best) * 0.125f + to_float(at(bins, best)) * 100.0f;
    }
};

}  // namespace strangers

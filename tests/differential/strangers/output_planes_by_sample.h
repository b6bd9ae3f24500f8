// A stranger: writes planes that each pixel chooses for itself.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// Writes planes that each pixel chooses for itself.
class OutputPlanesBySample : public Functor<OutputPlanesBySample, eParallel> {
    Indexer<eInput, ePixel> Input;
    Indexer<eOutput, ePixel> Output;
    Indexer<eOutput, ePixel> Ranks;
    mFunctorIndexers(Input, Output, Ranks)

  public:
    void Kernel() {
        int best = 0;
        for (int p = 0; p < Input.Planes; ++p) {
            if (Input(p) > Input(best)) best = p;
            Ranks(p) = -1.0f;
        }
        Output(best) = 1.0f;
        Output(best + 1) = Input(best - 1);
        if (Input(0) < 0.5f) {
            Output(-best) = Input(best);
            Ranks(99 - best) = 2.0f;
            return;
        }
        int rank = 0;
        while (rank <= best) {
            Ranks(rank) = to_float(best);
            rank += 2;
        }
        Ranks(best & 1 ? 0 : 1) = best;
    }
};

}  // namespace strangers

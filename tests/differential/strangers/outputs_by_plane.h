// A stranger: writes planes chosen by its samples.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// Writes planes chosen by its samples.
class OutputsByPlane : public Functor<OutputsByPlane, eParallel> {
    Indexer<eInput, ePixel> Input;
    Indexer<eOutput, ePixel> Output;
    mFunctorIndexers(Input, Output)

  public:
    void Kernel() {
        int best = 0;
        for (int p = 1; p < Input.Planes; ++p)
            if (Input(p) > Input(best)) best = p;
        for (int p = 0; p < Output.Planes; ++p) {
            if (p == best) Output(p) = 1.0f;
        }
        if (Input(best) < 0.0f) Output(0) = -1.0f;
    }
};

}  // namespace strangers

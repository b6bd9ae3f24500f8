// A stranger: normalises a pixel over its planes.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// Normalises a pixel over its planes.
class PerPixel : public Functor<PerPixel, eParallel> {
    Indexer<eInput, ePixel> Input;
    Indexer<eOutput, ePixel> Output;
    mFunctorIndexers(Input, Output)

  public:
    void Kernel() {
        float sum = 0.0f, largest = Input(0);
        for (int p = 0; p < Input.Planes; ++p) {
            const float v = Input(p);
            sum += v;
            if (v > largest) largest = v;
        }
        for (int p = 0; p < Output.Planes; ++p) {
            if (sum > 0.0f) Output(p) = Input(p) / sum;
            else Output(p) = largest;
        }
    }
};

}  // namespace strangers

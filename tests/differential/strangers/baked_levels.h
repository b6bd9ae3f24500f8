// A stranger: builds loops and scales from baked members.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// Builds loops and scales from baked members.
class BakedLevels : public Functor<BakedLevels, eParallel> {
    Indexer<eInput, eComponent, e1D> Input;
    Indexer<eOutput, eComponent> Output;
    Baked<int> Levels = 3;
    Baked<float> Falloff = 0.5f;
    Baked<bool> Signed = true;
    mFunctorIndexers(Input, Output)

  public:
    BakedLevels() : Input(eHorizontal, 8) {}
    void Kernel() {
        float sum = Input(), weight = 1.0f;
        for (int level = 0; level < Levels; ++level) {
            weight *= Falloff;
            const int reach = shift_left(1, level);
            const float d = Input(reach) - Input(-reach);
            sum += weight * (Signed ? d : abs(d));
        }
        Output() = sum + Levels.value;
    }
};

}  // namespace strangers

// A stranger: takes the largest of a list of offsets, weighting each.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// Takes the largest of a list of offsets, weighting each.
class SparseTaps : public Functor<SparseTaps, eParallel> {
    Indexer<eInput, eComponent, eSparse> Input;
    Indexer<eOutput, eComponent> Output;
    FloatList<8> Weights;
    mFunctorIndexers(Input, Output)

  public:
    SparseTaps() : Input(OffsetList({{0, 0}, {3, -1}, {-2, 2}, {1, 4}, {-5, 0}})) {
        Weights.count = 5;
        for (int i = 0; i < 5; ++i) Weights.values[i] = 1.0f - 0.15f * to_float(i);
    }
    void Kernel() {
        float best = -1e30f;
        for (int i = 0; i < Weights.count; ++i) {
            const float v = Input(i) * Weights.values[i];
            if (v > best) best = v;
        }
        Output() = best;
    }
};

}  // namespace strangers

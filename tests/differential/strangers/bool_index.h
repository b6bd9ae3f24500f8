// A stranger: looks tables up by bools, and picks planes and offsets by them.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// Looks tables up by bools, and picks planes and offsets by them.
class BoolIndex : public Functor<BoolIndex, eParallel> {
    Indexer<eInput, eComponent, e1D> Input;
    Indexer<eOutput, ePixel> Output;
    bool On = true;
    float Gains[2] = {0.5f, 2.0f};
    static constexpr int kTable[2][2] = {{3, 5}, {7, 11}};
    mFunctorIndexers(Input, Output)

  public:
    BoolIndex() : Input(eHorizontal, 1) {}
    void Kernel() {
        const bool a = Input() > Input(1), b = Input() > Input(-1);
        float v[2] = {};
        v[a] = 1.0f;
        v[b] += 2.0f;
        if (v[0] > 0.0f) v[!a] *= Gains[b];
        Output(a) = v[0] + kTable[a][b] * Gains[On];
        Output(b ? 2 : 1) = v[a] + Input(b);
    }
};

}  // namespace strangers

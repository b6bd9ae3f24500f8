// A stranger: displaces its reads by the values of a second picture.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// Displaces its reads by the values of a second picture.
class DataOffsets : public Functor<DataOffsets, eParallel> {
    Indexer<eInput, eComponent, e2D> Input;
    Indexer<eInput, eComponent> Shift;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Input, Shift, Output)

  public:
    DataOffsets() : Input(3, 3) {}
    void Kernel() {
        const int dx = round_to_int(Shift() * 4.0f);
        const int dy = dx / 2 - 1;
        Output() = Input(dx, dy) + 0.5f * Input(-dx, 1);
    }
};

}  // namespace strangers

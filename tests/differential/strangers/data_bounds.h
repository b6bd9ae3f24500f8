// A stranger: sums as many neighbours as its own sample says.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// Sums as many neighbours as its own sample says.
class DataBounds : public Functor<DataBounds, eParallel> {
    Indexer<eInput, eComponent, e1D> Input;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Input, Output)

  public:
    DataBounds() : Input(eHorizontal, 5) {}
    void Kernel() {
        const int n = clamp(to_int(Input() * 3.0f), 0, 5);
        float sum = 0.0f;
        for (int i = -n; i <= n; ++i) sum += Input(i);
        Output() = sum;
    }
};

}  // namespace strangers

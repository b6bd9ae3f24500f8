// A stranger: shuffles a small table by its samples.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// Shuffles a small table by its samples.
class ArrayOfInts : public Functor<ArrayOfInts, eParallel> {
    Indexer<eInput, eComponent, e1D> Input;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Input, Output)

  public:
    ArrayOfInts() : Input(eHorizontal, 3) {}
    void Kernel() {
        int order[7] = {0, 1, 2, 3, 4, 5, 6};
        float values[7] = {};
        for (int i = 0; i < 7; ++i) values[i] = Input(i - 3);
        // Insertion sort of the order.
        for (int i = 1; i < 7; ++i) {
            const int moving = order[i];
            int k = i - 1;
            while (k >= 0 && at(values, at(order, k)) > at(values, moving)) {
                at(order, k + 1) = at(order, k);
                --k;
            }
            at(order, k + 1) = moving;
        }
        Output() = at(values, order[3]) + to_float(order[0]);
    }
};

}  // namespace strangers

// A stranger: sorts nine neighbours in a local array.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// Sorts nine neighbours in a local array.
class MedianOfNine : public Functor<MedianOfNine, eParallel> {
    Indexer<eInput, eComponent, e2D> Input;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Input, Output)

  public:
    MedianOfNine() : Input(1, 1) {}
    void Kernel() {
        float v[9] = {};
        int n = 0;
        for (int y = -1; y <= 1; ++y)
            for (int x = -1; x <= 1; ++x) {
                at(v, n) = Input(x, y);
                ++n;
            }
        for (int i = 0; i < 8; ++i) {
            for (int k = i + 1; k < 9; ++k) {
                if (v[k] < v[i]) {
                    const float t = v[k];
                    v[k] = v[i];
                    v[i] = t;
                }
            }
        }
        Output() = v[4];
    }
};

}  // namespace strangers

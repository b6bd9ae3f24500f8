// A stranger: keeps a block of samples in an array of two dimensions.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// Keeps a block of samples in an array of two dimensions.
class TwoDimensionalArray : public Functor<TwoDimensionalArray, eParallel> {
    Indexer<eInput, eComponent, e2D> Input;
    Indexer<eOutput, eComponent> Output;
    float Matrix[3][3] = {{1.0f, 2.0f, 1.0f}, {0.0f, 0.5f, 0.0f}, {-1.0f, -2.0f, -1.0f}};
    mFunctorIndexers(Input, Output)

  public:
    TwoDimensionalArray() : Input(1, 1) {}
    void Kernel() {
        float block[3][3] = {};
        for (int y = 0; y < 3; ++y)
            for (int x = 0; x < 3; ++x) block[y][x] = Input(x - 1, y - 1) * Matrix[y][x];
        float sum = 0.0f;
        for (int y = 0; y < 3; ++y) {
            if (block[y][0] > block[y][2]) {
                const float t = block[y][0];
                block[y][0] = block[y][1];
                block[y][1] = t;
            }
            sum += block[y][0] - 0.5f * block[y][1];
        }
        Output() = sum + block[1][1];
    }
};

}  // namespace strangers

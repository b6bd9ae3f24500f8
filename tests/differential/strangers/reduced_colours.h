// A stranger: counts colours of whole pixels in a small cube, a reduction with arrays.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// Counts the colours of pixels, coarsely, and adds up a second picture at the commonest.
class ReducedColours : public Functor<ReducedColours, eReduction> {
    Indexer<eInput, ePixel> Input;
    Indexer<eInput, ePixel, e2D> Around;
    Indexer<eOutput, ePixel> Output;
    int Counts[27] = {};
    float Sums[27] = {};
    float Last = 0.0f;
    mFunctorIndexers(Input, Around, Output)

  public:
    ReducedColours() : Around(1, 1) {}
    ImageShape Shape(const ImageShape*) const { return {{0, 0, 27, 1}, 2}; }

    void Initialise() {
        for (int i = 0; i < 27; ++i) Counts[i] = 0;
        for (int i = 0; i < 27; ++i) Sums[i] = 0.0f;
        Last = -0.0f;
    }
    void Kernel() {
        int cell = 0;
        for (int p = 0; p < Input.Planes; ++p) cell = cell * 3 + third(Input(p));
        at(Counts, cell) += 1;
        at(Sums, cell) += Around(-1, 1, 0) - Last;
        Last = Around(1, 0, 1);
    }
    void Combine(const ReducedColours& other) {
        for (int i = 0; i < 27; ++i) {
            Counts[i] += other.Counts[i];
            Sums[i] = Sums[i] * 0.5f + other.Sums[i];
        }
        Last -= other.Last;
    }
    void Result() {
        Output(0) = to_float(at(Counts, X())) + Last;
        Output(1) = at(Sums, X());
    }

  private:
    static int third(float value) { return value < 0.0f ? 0 : value < 1.0f ? 1 : 2; }
};

}  // namespace strangers

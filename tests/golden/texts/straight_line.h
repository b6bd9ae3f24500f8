// A wavelet step: nothing diverges, so nothing but the types may change.
#pragma once

#include "core/functor.h"

namespace golden {

using namespace weft;

/// One step of the stationary wavelet transform along an axis.
class StraightLine : public Functor<StraightLine, eParallel> {
    Indexer<eInput, eComponent, e1D> Input;
    Indexer<eOutput, eComponent> High;
    Indexer<eOutput, eComponent> Low;
    float Gain = 1.0f;
    Baked<int> Taps = 2;
    mFunctorIndexers(Input, High, Low)

  public:
    StraightLine(Axis axis = eHorizontal, int radius = 1) : Input(axis, radius) {}

    void Kernel() {
        const int r = Input.Radius;  // the distance doubles with each level
        float low = 0.25f * Input(-r) + 0.5f * Input() + 0.25f * Input(r);
        for (int i = 1; i < Taps; ++i) low += Input(i * r) * i;
        High() = (Input() - low) * Gain;
        Low() = low;
    }
};

}  // namespace golden

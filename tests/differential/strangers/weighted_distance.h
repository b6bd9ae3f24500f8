// A stranger: weighs neighbours by distance and difference, as a bilateral filter does.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// Weighs neighbours by distance and difference, as a bilateral filter does.
class WeightedDistance : public Functor<WeightedDistance, eParallel> {
    Indexer<eInput, eComponent, e2D> Input;
    Indexer<eInput, eComponent, e2D> Guide;
    Indexer<eOutput, eComponent> Output;
    float Sigma = 0.3f;
    FloatList<16> Spatial;
    mFunctorIndexers(Input, Guide, Output)

  public:
    WeightedDistance() : Input(2, 2), Guide(2, 2) {}
    void Prepare() {
        Spatial.count = 9;
        for (int i = 0; i < 9; ++i) Spatial.values[i] = exp(-0.25f * to_float(i));
    }
    void Kernel() {
        const float centre = Guide(0, 0);
        float sum = 0.0f, total = 0.0f;
        for (int y = -2; y <= 2; ++y)
            for (int x = -2; x <= 2; ++x) {
                const float d = (Guide(x, y) - centre) / Sigma;
                const float w = exp(-0.5f * d * d) * at(Spatial.values, x * x + y * y);
                sum += w * Input(x, y);
                total += w;
            }
        Output() = total > 0.0f ? sum / total : centre;
    }
};

}  // namespace strangers

// The weights of a resampled picture's pixels, of their sums.
#pragma once

#include "transform/resampling_rows.h"

namespace weft::functors {

/// Makes weights that add up to exactly 1 of the sums of weights that ResampleSums and FitFrameSums
/// make, for WeighAcross and WeighDown.
///
/// Each sum is divided by the last of its column and rounded to a multiple of 2^-23, and a weight
/// is the difference of two: so sums of weights are exact, a picture that is even keeps its value
/// (a matte stays 1), and no sum of weights is off by more than half of that.
class WeightsOfSums : public Functor<WeightsOfSums, eParallel> {
    static constexpr float kSteps = 8388608.0f;  // 2^23: with them numbers below 2 are exact

    Indexer<eInput, eComponent, eRandom> Sums;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Sums, Output)

  public:
    ImageShape Shape(const ImageShape* inputs) const { return inputs[0]; }

    Rect DataWindow(const ImageShape* inputs) const {
        Rect window = inputs[0].domain;
        window.x0 = max(window.x0, inputs[0].data_window.x0);
        window.x1 = min(window.x1, inputs[0].data_window.x1);
        return window;
    }

    void Kernel() {
        const int first = Sums.Domain.y0 + eWeightRows;
        const float own = Sums(X(), Y());
        const float before = Y() > first ? Sums(X(), Y() - 1) : 0.0f;
        const float all = Sums(X(), Sums.Domain.y1 - 1);
        const float weight = all != 0.0f ? share(own, all) - share(before, all) : 0.0f;
        Output() = Y() < first ? own : weight;
    }

  private:
    static float share(float sum, float all) {
        return floor(clamp(sum / all, -2.0f, 2.0f) * kSteps + 0.5f) * (1.0f / kSteps);
    }
};

}  // namespace weft::functors

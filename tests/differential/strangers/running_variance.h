// A stranger: carries a sum and a sum of squares along a row.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// Carries a sum and a sum of squares along a row.
class RunningVariance : public Functor<RunningVariance, eMovingAverage> {
    Indexer<eInput, eComponent, e1D> Input;
    Indexer<eOutput, eComponent> Mean;
    Indexer<eOutput, eComponent> Variance;
    float Sum = 0.0f, Squares = 0.0f;
    int Count = 0;
    mFunctorIndexers(Input, Mean, Variance)

  public:
    RunningVariance() : Input(eHorizontal, 3) {}
    void Initialise() {
        Sum = 0.0f;
        Squares = 0.0f;
        Count = 0;
        for (int i = -Input.Radius; i < Input.Radius; ++i) {
            const float v = Input(i);
            Sum += v;
            Squares += v * v;
            if (v > 0.0f) ++Count;
        }
    }
    void Kernel() {
        const float entering = Input(Input.Radius);
        Sum += entering;
        Squares += entering * entering;
        if (entering > 0.0f) ++Count;
        const float n = to_float(2 * Input.Radius + 1);
        Mean() = Sum / n;
        Variance() = Squares / n - (Sum / n) * (Sum / n) + to_float(Count);
        const float v = Input(-Input.Radius);
        Sum -= v;
        Squares -= v * v;
        if (v > 0.0f) Count -= 1;
    }
};

}  // namespace strangers

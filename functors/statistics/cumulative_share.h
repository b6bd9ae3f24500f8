// Which share of a picture is at most so bright.
#pragma once

#include "statistics/histogram.h"

namespace weft::functors {

/// From a histogram, the share of all elements that fall into each bin or one before it: from 0 to
/// 1. Where nothing was counted it is 0.
class CumulativeShare : public Functor<CumulativeShare, eParallel> {
    Indexer<eInput, eComponent, eRandom> Counts;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Counts, Output)

  public:
    ImageShape Shape(const ImageShape* inputs) const { return inputs[0]; }

    void Kernel() {
        float below = 0.0f, all = 0.0f;
        for (int i = 0; i < kMaxBins; ++i) {
            const int x = Counts.Domain.x0 + i;
            const float count = x < Counts.Domain.x1 ? Counts(x, Y()) : 0.0f;
            below += x <= X() ? count : 0.0f;
            all += count;
        }
        Output() = all > 0.0f ? below / all : 0.0f;
    }
};

}  // namespace weft::functors

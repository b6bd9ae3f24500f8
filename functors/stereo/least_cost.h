// The depth that two eyes' pictures match best at.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Finds which of a picture's planes is least, the last one apart, which divides the others: from
/// costs at several depths and their confidence the depth, 0 for the first plane.
///
/// Of equal planes the first counts, and so it does where the last plane is 0.
class LeastCost : public Functor<LeastCost, eParallel> {
    Indexer<eInput, ePixel> Costs;
    Indexer<eOutput, ePixel> Output;
    mFunctorIndexers(Costs, Output)

  public:
    ImageShape Shape(const ImageShape* inputs) const { return {inputs[0].domain, 1}; }

    void Kernel() {
        const float certain = 1.0f / Costs(Costs.Planes - 1);
        float least = Costs(0) * certain;
        float depth = 0.0f;
        for (int z = 1; z < Costs.Planes - 1; ++z) {
            const float cost = Costs(z) * certain;
            const bool less = cost < least;
            least = less ? cost : least;
            depth = less ? to_float(z) : depth;
        }
        Output(0) = depth;
    }
};

}  // namespace weft::functors

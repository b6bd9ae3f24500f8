// The stages K and W of paper: gpu-autoscheduler, figure 2. H and Z are Gain and
// SeparableConvolution.
#pragma once

#include "core/functor.h"

namespace khwz {

using namespace weft;

/// K(x, y, c) = E(x, y, c) + E(x + 1, y, c) + E(x + 2, y, c).
class SumAhead : public Functor<SumAhead, eParallel> {
    Indexer<eInput, eComponent, e1D> E;
    Indexer<eOutput, eComponent> K;
    mFunctorIndexers(E, K)

  public:
    SumAhead() : E(eHorizontal, 2) {}
    void Kernel() { K() = E(0) + E(1) + E(2); }
};

/// W(x, y) = K(x, y, 0) + K(x, y, 1) + K(x, y, 2) + 2 H(x, y, 0).
class SumPlanes : public Functor<SumPlanes, eParallel> {
    Indexer<eInput, ePixel> K;
    Indexer<eInput, ePixel> H;
    Indexer<eOutput, eComponent> W;
    mFunctorIndexers(K, H, W)

  public:
    void Kernel() { W() = K(0) + K(1) + K(2) + 2.0f * H(0); }
};

}  // namespace khwz

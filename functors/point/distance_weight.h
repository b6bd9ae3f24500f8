// How much what is so far apart weighs.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Turns squared distances into weights from 0 to 1: exp(-distance / (area sigma^2)), of which none
/// is less than 0.
class DistanceWeight : public Functor<DistanceWeight, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    float Sigma;
    float Area;
    float PerDistance = -1.0f;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(
        Parameter("sigma", Sigma)
            .Range(0.001, 10.0)
            .Label("Sigma")
            .Help("How different pixels may be that count alike: a difference of colours."),
        Parameter("area", Area)
            .Pixels()
            .Range(1.0, 4096.0)
            .Label("Area")
            .Help("Pixels that a distance sums over: those of a patch."))

  public:
    explicit DistanceWeight(float sigma = 0.12f, float area = 49.0f) : Sigma(sigma), Area(area) {}

    void Prepare() { PerDistance = -1.0f / (Area * Sigma * Sigma); }

    void Kernel() { Output() = exp(min(0.0f, PerDistance * Input())); }
};

}  // namespace weft::functors

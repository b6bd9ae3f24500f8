// One axis of a separable convolution, with any weights.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Filters along one axis with a list of weights; two of them make a separable 2-D filter.
///
/// Weights are listed as they lie over the picture, left to right or top to bottom: weight i of n
/// multiplies the sample at offset i - n/2, so that an odd list is centred. An empty list is black.
class SeparableConvolution : public Functor<SeparableConvolution, eParallel> {
    static constexpr int kMaxWeights = 129;

    Indexer<eInput, eComponent, e1D> Input;
    Indexer<eOutput, eComponent> Output;
    FloatList<kMaxWeights> Weights{3, {0.25f, 0.5f, 0.25f}};
    bool Normalise = false;
    FloatList<kMaxWeights + 1> Taps;  // one per offset from -Radius to Radius
    mFunctorIndexers(Input, Output)
    mFunctorParameters(
        Parameter("axis", Input.Axis).Label("Axis").Help("The direction of the filter."),
        Parameter("weights", Weights)
            .Structure()
            .Range(-1024.0, 1024.0)
            .Label("Weights")
            .Help("At most 129 weights in the picture's order; their number gives the radius."),
        Parameter("normalise", Normalise)
            .Label("Normalise")
            .Help("Divides the weights by their sum, unless that is zero."))

  public:
    explicit SeparableConvolution(Axis axis = eHorizontal) : Input(axis) {}
    SeparableConvolution(Axis axis, const FloatList<kMaxWeights>& weights, bool normalise = false)
        : Input(axis), Weights(weights), Normalise(normalise) {}

    void Prepare() {
        Input.Radius = Weights.count / 2;
        float sum = 0.0f;
        for (int i = 0; i < Weights.count; ++i) sum += Weights.values[i];
        const float divisor = Normalise && sum != 0.0f ? sum : 1.0f;
        Taps = {};
        Taps.count = 2 * Input.Radius + 1;
        for (int i = 0; i < Weights.count; ++i) Taps.values[i] = Weights.values[i] / divisor;
    }

    int Copies() const { return Taps.count == 1 && Taps.values[0] == 1.0f ? 0 : -1; }

    void Kernel() {
        float sum = -0.0f;  // to which -0 adds up to -0
        for (int i = -Input.Radius; i <= Input.Radius; ++i)
            sum = fma(at(Taps.values, Input.Radius + i), Input(i), sum);
        Output() = sum;
    }
};

}  // namespace weft::functors

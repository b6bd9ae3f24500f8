// A two-dimensional convolution with few, widely spread taps.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Filters with weights at a list of offsets: glints, scattering, multi-point samples.
///
/// Weight i multiplies the sample at offset i. Offsets that the list of weights does not reach
/// weigh 1 when that list is empty, and 0 otherwise.
class SparseConvolution : public Functor<SparseConvolution, eParallel> {
    Indexer<eInput, eComponent, eSparse> Input;
    Indexer<eOutput, eComponent> Output;
    FloatList<kMaxSparseOffsets> Weights;
    bool Normalise = true;
    FloatList<kMaxSparseOffsets> Taps;  // one per offset
    mFunctorIndexers(Input, Output)
    mFunctorParameters(
        Parameter("offsets", Input.Offsets)
            .Label("Offsets")
            .Help("Where to read, in pixels right of and below the element; at most 256."),
        Parameter("weights", Weights)
            .Range(-1024.0, 1024.0)
            .Label("Weights")
            .Help("One weight per offset; an empty list weighs all offsets alike."),
        Parameter("normalise", Normalise)
            .Label("Normalise")
            .Help("Divides the weights by their sum, unless that is zero."))

  public:
    SparseConvolution()
        : SparseConvolution(OffsetList({{0, 0}, {-2, 0}, {2, 0}, {0, -2}, {0, 2}})) {}
    explicit SparseConvolution(const OffsetList& offsets,
                               const FloatList<kMaxSparseOffsets>& weights = {},
                               bool normalise = true)
        : Input(offsets), Weights(weights), Normalise(normalise) {}

    void Prepare() {
        const int count = Input.Offsets.count;
        const bool alike = Weights.count == 0;
        Taps = {};
        Taps.count = count;
        float sum = 0.0f;
        for (int i = 0; i < count; ++i) {
            if (alike || i < Weights.count) Taps.values[i] = alike ? 1.0f : Weights.values[i];
            sum += Taps.values[i];
        }
        const float divisor = Normalise && sum != 0.0f ? sum : 1.0f;
        for (int i = 0; i < count; ++i) Taps.values[i] /= divisor;
    }

    int Copies() const {
        const bool itself =
            Taps.count == 1 && Taps.values[0] == 1.0f && Input.Offsets.items[0] == Offset{0, 0};
        return itself ? 0 : -1;
    }

    void Kernel() {
        float sum = -0.0f;  // to which -0 adds up to -0
        for (int i = 0; i < Input.Count; ++i) sum = fma(at(Taps.values, i), Input(i), sum);
        Output() = sum;
    }
};

}  // namespace weft::functors

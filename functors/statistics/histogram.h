// How often each brightness occurs in a picture.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// The most bins of a histogram.
inline constexpr int kMaxBins = 256;

/// Counts the elements of each brightness, plane by plane: a picture of one row, an element for
/// each bin.
///
/// Counts are large numbers: files should hold them as float. Values below the first bin count in
/// the first, those above the last in the last; NaN in none.
class Histogram : public Functor<Histogram, eReduction> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    int Bins;
    float Low, High;
    int Counts[kMaxBins] = {};
    mFunctorIndexers(Input, Output)
    mFunctorParameters(
        Parameter("bins", Bins)
            .Structure()
            .Range(1, kMaxBins)
            .Label("Bins")
            .Help("Steps of brightness that are told apart."),
        Parameter("low", Low)
            .Range(-65536.0, 65536.0)
            .Label("Low")
            .Help("Where the first bin begins."),
        Parameter("high", High)
            .Range(-65536.0, 65536.0)
            .Label("High")
            .Help("Where the last bin ends; bins have no width unless it is above Low, and all "
                  "that is above Low then counts in the last."))

  public:
    explicit Histogram(int bins = kMaxBins, float low = 0.0f, float high = 1.0f)
        : Bins(bins), Low(low), High(high) {}

    ImageShape Shape(const ImageShape* inputs) const { return {{0, 0, Bins, 1}, inputs[0].planes}; }

    void Initialise() {
        for (int i = 0; i < kMaxBins; ++i) Counts[i] = 0;
    }
    void Kernel() {
        const float value = Input();
        const float above = value - Low;
        const float bins = to_float(Bins);
        const float step = High > Low ? above * (bins / (High - Low)) : above * 1e30f;
        const int bin = to_int(clamp(step, 0.0f, bins - 1.0f));
        at(Counts, bin) += value == value ? 1 : 0;
    }
    void Combine(const Histogram& other) {
        for (int i = 0; i < kMaxBins; ++i) Counts[i] += other.Counts[i];
    }
    void Result() { Output() = to_float(at(Counts, X())); }
};

}  // namespace weft::functors

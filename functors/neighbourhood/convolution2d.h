// A small two-dimensional convolution with any weights.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Filters with a rectangle of weights: blurs, edge detectors, embossing.
///
/// The rectangle has 2 radius-x + 1 columns and 2 radius-y + 1 rows, listed row by row as they lie
/// over the picture, the top left one first. Weights that the list does not reach are zero.
class Convolution2D : public Functor<Convolution2D, eParallel> {
    static constexpr int kMaxFilterRadius = 8;
    static constexpr int kMaxWeights = (2 * kMaxFilterRadius + 1) * (2 * kMaxFilterRadius + 1);

    Indexer<eInput, eComponent, e2D> Input;
    Indexer<eOutput, eComponent> Output;
    FloatList<kMaxWeights> Weights{
        9, {0.0625f, 0.125f, 0.0625f, 0.125f, 0.25f, 0.125f, 0.0625f, 0.125f, 0.0625f}};
    bool Normalise = false;
    FloatList<kMaxWeights> Taps;  // row by row
    mFunctorIndexers(Input, Output)
    mFunctorParameters(
        Parameter("radius-x", Input.RadiusX)
            .Structure()
            .Range(0, kMaxFilterRadius)
            .Label("Horizontal radius")
            .Help("Columns of weights on either side of the centre."),
        Parameter("radius-y", Input.RadiusY)
            .Structure()
            .Range(0, kMaxFilterRadius)
            .Label("Vertical radius")
            .Help("Rows of weights above and below the centre."),
        Parameter("weights", Weights)
            .Range(-1024.0, 1024.0)
            .Label("Weights")
            .Help("The weights row by row, the top left one first; missing ones are zero."),
        Parameter("normalise", Normalise)
            .Label("Normalise")
            .Help("Divides the weights by their sum, unless that is zero."))

  public:
    explicit Convolution2D(int radius_x = 1, int radius_y = 1) : Input(radius_x, radius_y) {}
    Convolution2D(int radius_x, int radius_y, const FloatList<kMaxWeights>& weights,
                  bool normalise = false)
        : Input(radius_x, radius_y), Weights(weights), Normalise(normalise) {}

    void Prepare() {
        const int size = (2 * Input.RadiusX + 1) * (2 * Input.RadiusY + 1);
        const int used = Weights.count < size ? Weights.count : size;
        float sum = 0.0f;
        for (int i = 0; i < used; ++i) sum += Weights.values[i];
        const float divisor = Normalise && sum != 0.0f ? sum : 1.0f;
        Taps = {};
        Taps.count = size;
        for (int i = 0; i < used; ++i) Taps.values[i] = Weights.values[i] / divisor;
    }

    int Copies() const { return Taps.count == 1 && Taps.values[0] == 1.0f ? 0 : -1; }

    void Kernel() {
        float sum = -0.0f;  // to which -0 adds up to -0
        for (int y = -Input.RadiusY; y <= Input.RadiusY; ++y)
            for (int x = -Input.RadiusX; x <= Input.RadiusX; ++x) {
                const int tap = (y + Input.RadiusY) * (2 * Input.RadiusX + 1) + x + Input.RadiusX;
                sum = fma(at(Taps.values, tap), Input(x, y), sum);
            }
        Output() = sum;
    }
};

}  // namespace weft::functors

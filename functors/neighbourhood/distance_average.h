// Neighbours averaged by how alike they are.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Averages the pixels of a square around each pixel by how alike they are: exp(-distance / (area
/// sigma^2)), distances being the planes of another picture, row by row of the square; none is less
/// than 0. Where there
/// are fewer planes than pixels the last one counts for the others.
class DistanceAverage : public Functor<DistanceAverage, eParallel> {
    static constexpr int kMaxRadius = 3;
    static constexpr int kTogether = 4;

    Indexer<eInput, ePixel, e2D> Input;
    Indexer<eInput, ePixel> Distances;
    Indexer<eOutput, ePixel> Output;
    float Sigma;
    float Area;
    float PerDistance = -1.0f;
    mFunctorIndexers(Input, Distances, Output)
    mFunctorParameters(
        Parameter("radius", Input.RadiusX)
            .Pixels()
            .Structure()
            .Range(0, kMaxRadius)
            .Label("Radius")
            .Help("How far neighbours lie, in pixels: that of the distances."),
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
    explicit DistanceAverage(int radius = kMaxRadius, float sigma = 0.12f, float area = 49.0f)
        : Input(radius, radius), Sigma(sigma), Area(area) {}

    void Prepare() {
        Input.RadiusY = Input.RadiusX;
        PerDistance = -1.0f / (Area * Sigma * Sigma);
    }

    ImageShape Shape(const ImageShape* inputs) const { return inputs[0]; }

    // Planes are averaged a few together, so that weights need not be kept.
    void Kernel() {
        const int side = 2 * Input.RadiusX + 1;
        for (int first = 0; first < Output.Planes; first += kTogether) {
            float values[kTogether] = {};
            float sum = 0.0f;
            for (int j = -Input.RadiusY; j <= Input.RadiusY; ++j)
                for (int i = -Input.RadiusX; i <= Input.RadiusX; ++i) {
                    const float distance =
                        Distances((j + Input.RadiusY) * side + (i + Input.RadiusX));
                    const float weight = exp(min(0.0f, PerDistance * distance));
                    sum += weight;
                    for (int c = 0; c < kTogether; ++c)
                        if (first + c < Output.Planes)
                            values[c] = fma(weight, Input(i, j, first + c), values[c]);
                }
            for (int c = 0; c < kTogether; ++c)
                if (first + c < Output.Planes)
                    Output(first + c) = sum > 0.0f ? values[c] / sum : Input(0, 0, first + c);
        }
    }
};

}  // namespace weft::functors

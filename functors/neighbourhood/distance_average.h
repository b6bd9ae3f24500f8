// Neighbours averaged by how alike they are.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Averages the pixels of a square around each pixel by how alike they are: exp(-distance / (area
/// sigma^2)), distances being the planes of another picture, row by row of the square; none is less
/// than 0. Where there
/// are fewer planes than pixels the last one counts for the others.
class DistanceAverage : public Functor<DistanceAverage, eParallel> {
    static constexpr int kMostRadius = 3;

    Indexer<eInput, ePixel, e2D> Input;
    Indexer<eInput, ePixel> Distances;
    Indexer<eOutput, ePixel> Output;
    float Sigma;
    float Area;
    float PerDistance = -1.0f;
    mFunctorIndexers(Input, Distances, Output)
    mFunctorParameters(
        Parameter("radius", Input.RadiusX)
            .Structure()
            .Range(0, kMostRadius)
            .Label("Radius")
            .Help("How far neighbours lie, in pixels: that of the distances."),
        Parameter("sigma", Sigma)
            .Range(0.001, 10.0)
            .Label("Sigma")
            .Help("How different pixels may be that count alike: a difference of colours."),
        Parameter("area", Area)
            .Range(1.0, 4096.0)
            .Label("Area")
            .Help("Pixels that a distance sums over: those of a patch."))

  public:
    explicit DistanceAverage(int radius = kMostRadius, float sigma = 0.12f, float area = 49.0f)
        : Input(radius, radius), Sigma(sigma), Area(area) {}

    void Prepare() {
        Input.RadiusY = Input.RadiusX;
        PerDistance = -1.0f / (Area * Sigma * Sigma);
    }

    ImageShape Shape(const ImageShape* inputs) const { return inputs[0]; }

    void Kernel() {
        const int side = 2 * Input.RadiusX + 1;
        float weights[(2 * kMostRadius + 1) * (2 * kMostRadius + 1)] = {};
        float sum = 0.0f;
        for (int n = 0; n < side * side; ++n) {
            const float distance = Distances(n);
            const float weight = distance > 0.0f ? exp(PerDistance * distance) : 1.0f;
            at(weights, n) = weight;
            sum += weight;
        }
        for (int c = 0; c < Output.Planes; ++c) {
            float value = 0.0f;
            for (int j = -Input.RadiusY; j <= Input.RadiusY; ++j)
                for (int i = -Input.RadiusX; i <= Input.RadiusX; ++i)
                    value += at(weights, (j + Input.RadiusY) * side + (i + Input.RadiusX)) *
                             Input(i, j, c);
            Output(c) = sum > 0.0f ? value / sum : Input(0, 0, c);
        }
    }
};

}  // namespace weft::functors

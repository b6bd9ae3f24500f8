// A bilateral filter, by direct evaluation, in the units of programs on bytes.
#pragma once

#include "bytes.h"
#include "core/functor.h"

namespace weft::functors {

/// Smooths flat areas and leaves edges alone; the result is rounded to bytes.
///
/// Each pixel becomes the mean of a square around it, weighted by Gaussians of how far away a
/// sample is and of how much it differs, in steps of a byte. Next to an infinity the result is NaN.
class BilateralFilter : public Functor<BilateralFilter, eParallel> {
    Indexer<eInput, eComponent, e2D> Input;
    Indexer<eOutput, eComponent> Output;
    int Radius;
    float SpatialSigma;
    float RangeSigma;
    float ByDistance = 0.0f;    // exponents of 2, per squared pixel
    float ByDifference = 0.0f;  // and per squared sample
    mFunctorIndexers(Input, Output)
    mFunctorParameters(
        Parameter("radius", Radius)
            .Pixels()
            .Structure()
            .Range(0, 16)
            .Label("Radius")
            .Help("Where the square ends, in pixels: 6 is thirteen by thirteen."),
        Parameter("spatial-sigma", SpatialSigma)
            .Pixels()
            .Range(0.1, 64.0)
            .Label("Spatial sigma")
            .Help("Standard deviation of the weights by distance, in pixels."),
        Parameter("range-sigma", RangeSigma)
            .Range(0.1, 1024.0)
            .Label("Range sigma")
            .Help("Standard deviation of the weights by difference, in steps of a byte."))

  public:
    explicit BilateralFilter(int radius = 6, float spatial_sigma = 3.0f, float range_sigma = 16.0f)
        : Radius(radius), SpatialSigma(spatial_sigma), RangeSigma(range_sigma) {}

    void Prepare() {
        constexpr float kHalfLog2E = 0.721347520f;
        Input.RadiusX = Radius;
        Input.RadiusY = Radius;
        const float range = RangeSigma / kByteScale;
        ByDistance = -kHalfLog2E / (SpatialSigma * SpatialSigma);
        ByDifference = -kHalfLog2E / (range * range);
    }

    void Kernel() {
        const float centre = Input(0, 0);
        float sum = 0.0f;
        float weights = 0.0f;
        for (int y = -Input.RadiusY; y <= Input.RadiusY; ++y)
            for (int x = -Input.RadiusX; x <= Input.RadiusX; ++x) {
                const float value = Input(x, y);
                const float difference = value - centre;
                const float weight = exp2(fma(ByDifference, difference * difference,
                                              ByDistance * to_float(x * x + y * y)));
                sum = fma(weight, value, sum);
                weights += weight;
            }
        Output() = store_byte(kByteScale * (sum / weights) + 0.5f);
    }
};

}  // namespace weft::functors

// One axis of a Gaussian blur, by direct convolution.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Blurs along one axis with a Gaussian; two of them blur a picture.
///
/// The weights are the bell curve sampled at whole pixels and cut off at the radius, which follows
/// from sigma unless it is given. Normalised weights add up to one; otherwise they keep the curve's
/// own height 1/(sigma sqrt(2 pi)), so that a cut-off curve darkens a little. A sigma below 0.01
/// leaves the picture as it is.
class Gaussian : public Functor<Gaussian, eParallel> {
    static constexpr int kMaxGaussianRadius = 256;

    Indexer<eInput, eComponent, e1D> Input;
    Indexer<eOutput, eComponent> Output;
    float Sigma;
    int Radius;
    bool Normalise;
    FloatList<kMaxGaussianRadius + 1> Weights;  // from the centre outwards
    mFunctorIndexers(Input, Output)
    mFunctorParameters(
        Parameter("axis", Input.Axis).Label("Axis").Help("The direction of the blur."),
        Parameter("sigma", Sigma)
            .Pixels()
            .Structure()
            .Range(0.0, 64.0)
            .Label("Sigma")
            .Help("Standard deviation of the blur in pixels."),
        Parameter("radius", Radius)
            .Pixels()
            .Structure()
            .Range(0, kMaxGaussianRadius)
            .Label("Radius")
            .Help("Where the curve is cut off, in pixels; 0 for three sigmas, rounded up."),
        Parameter("normalise", Normalise)
            .Label("Normalise")
            .Help("Makes the weights add up to one, so that flat areas keep their value."))

  public:
    explicit Gaussian(Axis axis = eHorizontal, float sigma = 2.0f, int radius = 0,
                      bool normalise = true)
        : Input(axis), Sigma(sigma), Radius(radius), Normalise(normalise) {}

    void Prepare() {
        const bool at_rest = Sigma < 0.01f;
        const int radius = Radius > 0 ? Radius : to_int(ceil(3.0f * Sigma));
        Input.Radius = at_rest ? 0 : min(radius, kMaxGaussianRadius);
        Weights = {};
        Weights.count = Input.Radius + 1;
        Weights.values[0] = 1.0f;
        if (at_rest) return;

        float sum = 1.0f;
        for (int i = 1; i <= Input.Radius; ++i) {
            const float x = to_float(i) / Sigma;
            Weights.values[i] = exp(-0.5f * x * x);
            sum += 2.0f * Weights.values[i];
        }
        constexpr float kSqrtTwoPi = 2.50662827f;
        const float divisor = Normalise ? sum : kSqrtTwoPi * Sigma;
        for (int i = 0; i <= Input.Radius; ++i) Weights.values[i] /= divisor;
    }

    int Copies() const { return Input.Radius == 0 && Weights.values[0] == 1.0f ? 0 : -1; }

    void Kernel() {
        float sum = Weights.values[0] * Input();
        for (int i = 1; i <= Input.Radius; ++i)
            sum = fma(at(Weights.values, i), Input(-i) + Input(i), sum);
        Output() = sum;
    }
};

}  // namespace weft::functors

// The blur of a lens that is out of focus.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Averages a disc around each pixel, as a lens out of focus does; points of light become discs.
///
/// The radius need not be whole: pixels that the disc's edge crosses weigh by about how much of
/// them it covers, so that the blur grows evenly. A soft disc fades from its middle outwards. All
/// pixels of the disc are read: the cost grows with the square of the radius.
class Defocus : public Functor<Defocus, eParallel> {
    static constexpr int kMaxDiscRadius = 24;
    static constexpr int kSide = kMaxDiscRadius + 1;

    Indexer<eInput, eComponent, e2D> Input;
    Indexer<eOutput, eComponent> Output;
    float Radius;
    float Softness;
    float Weights[kSide * kSide] = {};  // of the quarter right of and below the centre
    mFunctorIndexers(Input, Output)
    mFunctorParameters(
        Parameter("radius", Radius)
            .Pixels()
            .Structure()
            .Range(0.0, kMaxDiscRadius)
            .Label("Radius")
            .Help("Radius of the disc in pixels; 0 leaves the picture as it is."),
        Parameter("softness", Softness)
            .Range(0.0, 1.0)
            .Label("Softness")
            .Help("How wide the disc's edge is: 0 is one pixel, 1 reaches its centre."))

  public:
    explicit Defocus(float radius = 4.0f, float softness = 0.0f)
        : Radius(radius), Softness(softness) {}

    void Prepare() {
        const float outer = Radius + 0.5f;
        const float width = 1.0f + Softness * (outer - 1.0f);
        const int reach = min(to_int(ceil(outer)) - 1, kMaxDiscRadius);
        Input.RadiusX = reach;
        Input.RadiusY = reach;
        float sum = 0.0f;
        for (int y = 0; y < kSide; ++y)
            for (int x = 0; x < kSide; ++x) {
                const float distance = sqrt(to_float(x * x + y * y));
                const bool inside = x <= reach && y <= reach;
                const float weight = inside ? clamp((outer - distance) / width, 0.0f, 1.0f) : 0.0f;
                Weights[y * kSide + x] = weight;
                sum += weight * (x > 0 ? 2.0f : 1.0f) * (y > 0 ? 2.0f : 1.0f);
            }
        for (float& weight : Weights) weight /= sum;
    }

    int Copies() const { return Input.RadiusX == 0 ? 0 : -1; }

    void Kernel() {
        float sum = -0.0f;  // to which -0 adds up to -0
        for (int y = -Input.RadiusY; y <= Input.RadiusY; ++y)
            for (int x = -Input.RadiusX; x <= Input.RadiusX; ++x)
                sum = fma(at(Weights, abs(y) * kSide + abs(x)), Input(x, y), sum);
        Output() = sum;
    }
};

}  // namespace weft::functors

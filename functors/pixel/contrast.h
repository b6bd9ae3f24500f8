// Contrast about a pivot.
#pragma once

#include "channels.h"
#include "core/functor.h"

namespace weft::functors {

/// Raises or lowers contrast about a pivot, the value that stays as it is.
///
/// A linear contrast scales the distance to the pivot. A power contrast raises the ratio to the
/// pivot to a power, which scales distances in stops and keeps black black: for linear light.
/// Negative values are raised as their mirror image. Planes after the colours, alpha first, pass
/// unchanged.
class Contrast : public Functor<Contrast, eParallel> {
    static constexpr const char* kCurves[] = {"linear", "power"};

  public:
    enum Curve : int { eLinear, ePower };

  private:
    Indexer<eInput, ePixel> Input;
    Indexer<eOutput, ePixel> Output;
    float Amount;
    float Pivot;
    Baked<int> Shape;
    float Inverse = 1.0f;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(
        Parameter("contrast", Amount)
            .Range(0.0, 8.0)
            .Label("Contrast")
            .Help("1 changes nothing, less is flatter, 0 is the pivot everywhere."),
        Parameter("pivot", Pivot)
            .Range(0.001, 64.0)
            .Label("Pivot")
            .Help("The value that stays as it is: 0.18 is middle grey in linear light."),
        Parameter("curve", Shape.value)
            .Choices(kCurves)
            .Structure()
            .Label("Curve")
            .Help("Scales distances to the pivot, or raises ratios to it to a power."))

  public:
    explicit Contrast(float contrast = 1.0f, float pivot = 0.18f, Curve curve = eLinear)
        : Amount(contrast), Pivot(pivot), Shape(curve) {}

    void Prepare() { Inverse = 1.0f / Pivot; }

    int Copies() const { return Amount == 1.0f ? 0 : -1; }

    void Kernel() {
        const int colours = Input.Colours;
        for (int plane = 0; plane < Input.Planes; ++plane) {
            const float value = Input(plane);
            if (plane >= colours || Amount == 1.0f) {
                Output(plane) = value;
            } else if (Shape == eLinear) {
                Output(plane) = mix(Pivot, value, Amount);
            } else {
                Output(plane) = copysign(Pivot * pow(abs(value) * Inverse, Amount), value);
            }
        }
    }
};

}  // namespace weft::functors

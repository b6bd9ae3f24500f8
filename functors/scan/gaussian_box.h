// One of several box blurs that together come close to a Gaussian.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Blurs along one axis by a box; three in a row are nearly a Gaussian, as fast for any sigma.
///
/// A moving average, as in BoxBlur. The pixels at both ends of the box weigh as much less than the
/// others as makes its variance a third of sigma squared exactly, so that the blur grows evenly
/// with sigma. Rounding errors, and a NaN or an infinity once met, last until the graph's next
/// rebuild of the sum.
class GaussianBox : public Functor<GaussianBox, eMovingAverage> {
    Indexer<eInput, eComponent, e1D> Input;
    Indexer<eOutput, eComponent> Output;
    float Sigma;
    float Sum = 0.0f;  // between elements: of the offsets 1 - Radius to Radius - 2 of the next one
    float Ends = 0.0f;
    float Scale = 1.0f;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(
        Parameter("axis", Input.Axis).Label("Axis").Help("The direction of the blur."),
        Parameter("sigma", Sigma)
            .Pixels()
            .Structure()
            .Range(0.0, 1000.0)
            .Label("Sigma")
            .Help("Standard deviation, in pixels, of three of these in a row; 0 leaves the picture "
                  "as it is."))

  public:
    explicit GaussianBox(Axis axis = eHorizontal, float sigma = 2.0f) : Input(axis), Sigma(sigma) {}

    // A box of whole weights from -r to r has the variance r (r + 1) / 3.
    void Prepare() {
        ScanAxis = Input.Axis;
        const float variance = Sigma * Sigma;
        int r = to_int(0.5f * (sqrt(1.0f + 4.0f * variance) - 1.0f));
        while (r > 0 && to_float(r * (r + 1)) > variance) --r;
        const float next = to_float(r + 1);
        Ends = to_float(2 * r + 1) * (variance - to_float(r * (r + 1))) /
               (6.0f * next * next - 2.0f * variance);
        Scale = 1.0f / (to_float(2 * r + 1) + 2.0f * Ends);
        Input.Radius = r + 1;
    }

    int Copies() const { return is_at_rest() ? 0 : -1; }

    void Initialise() {
        Sum = 0.0f;
        for (int i = 1 - Input.Radius; i < Input.Radius - 1; ++i) Sum += Input(i);
    }

    void Kernel() {
        const float entering = Input(Input.Radius - 1);
        Sum += entering;
        const float mean = (Sum + Ends * (Input(-Input.Radius) + Input(Input.Radius))) * Scale;
        Output() = is_at_rest() ? entering : mean;
        Sum -= Input(1 - Input.Radius);
    }

  private:
    /// The box is one pixel.
    bool is_at_rest() const { return Input.Radius == 1 && Ends == 0.0f; }
};

}  // namespace weft::functors

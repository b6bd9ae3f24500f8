// One side of a Gaussian blur by a recursive filter, as fast for any sigma.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Blurs along one axis by one half of a Gaussian; the sum of both directions is the whole blur.
///
/// A recurrence: the bell curve is taken for the sum of two decaying waves (R. Deriche,
/// "Recursively implementing the Gaussian and its derivatives", INRIA 1893, 1993, fourth order),
/// each carried on from pixel to pixel. Its weights differ from those of the sampled curve by less
/// than a thousandth in all, at any sigma. Beyond its edge a picture goes on as its last pixel.
/// Sigma is no structure: it may be animated at no cost. A NaN or an infinity, once met, lasts
/// until the end of its line. Below a sigma of 0.05 there is no blur: forwards gives the picture as
/// it is, backwards nothing (-0, which added to anything changes no bit).
class GaussianSide : public Functor<GaussianSide, eRecurrence> {
    // Of the waves exp(-d t) (c cos(w t) + s sin(w t)), where t is the distance in sigmas.
    static constexpr float kCos1 = 1.68f, kSin1 = 3.735f, kDecay1 = 1.783f, kFrequency1 = 0.6318f;
    static constexpr float kCos2 = -0.6803f, kSin2 = -0.2598f, kDecay2 = 1.723f,
                           kFrequency2 = 1.997f;

    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    float Sigma;
    float TurnX1 = 0.0f, TurnY1 = 0.0f, TurnX2 = 0.0f, TurnY2 = 0.0f;      // a wave, one pixel on
    float StartX1 = 1.0f, StartY1 = 0.0f, StartX2 = 1.0f, StartY2 = 0.0f;  // of a line of ones
    float Cos1 = 0.0f, Sin1 = 0.0f, Cos2 = 0.0f, Sin2 = 0.0f;
    float Own = 0.5f;  // what the other side adds of the pixel itself
    bool AtRest = false, IsSecond = false;
    float X1 = 0.0f, Y1 = 0.0f, X2 = 0.0f, Y2 = 0.0f;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(
        Parameter("axis", ScanAxis).Label("Axis").Help("The direction of the blur."),
        Parameter("backwards", ScanBackwards)
            .Structure()
            .Label("Backwards")
            .Help("Runs from right to left, or from the bottom up."),
        Parameter("sigma", Sigma)
            .Pixels()
            .Range(0.0, 1000.0)
            .Label("Sigma")
            .Help("Standard deviation of the blur in pixels; at 0 both directions together leave "
                  "the picture as it is."))

    /// What a wave that turns by (x, y) from pixel to pixel comes to on an endless line of ones.
    static void add_up(float x, float y, float& real, float& imaginary) {
        const float size = (1.0f - x) * (1.0f - x) + y * y;
        real = (1.0f - x) / size;
        imaginary = y / size;
    }

  public:
    explicit GaussianSide(Axis axis = eHorizontal, bool backwards = false, float sigma = 4.0f)
        : Sigma(sigma) {
        ScanAxis = axis;
        ScanBackwards = backwards;
    }

    void Prepare() {
        constexpr float kLeastSigma = 0.05f;  // below, all waves have decayed by one pixel
        AtRest = Sigma < kLeastSigma;
        IsSecond = ScanBackwards;
        const float step = 1.0f / max(Sigma, kLeastSigma);
        TurnX1 = exp(-kDecay1 * step) * cos(kFrequency1 * step);
        TurnY1 = exp(-kDecay1 * step) * sin(kFrequency1 * step);
        TurnX2 = exp(-kDecay2 * step) * cos(kFrequency2 * step);
        TurnY2 = exp(-kDecay2 * step) * sin(kFrequency2 * step);
        add_up(TurnX1, TurnY1, StartX1, StartY1);
        add_up(TurnX2, TurnY2, StartX2, StartY2);
        // Both sides together give a line of ones back.
        const float side = kCos1 * StartX1 + kSin1 * StartY1 + kCos2 * StartX2 + kSin2 * StartY2;
        const float scale = 0.5f / (side - 0.5f * (kCos1 + kCos2));
        Cos1 = kCos1 * scale;
        Sin1 = kSin1 * scale;
        Cos2 = kCos2 * scale;
        Sin2 = kSin2 * scale;
        Own = 0.5f * (Cos1 + Cos2);
    }

    int Copies() const { return AtRest && !IsSecond ? 0 : -1; }

    /// As if the line had been its first pixel for ever.
    void Initialise() {
        X1 = StartX1 * Input();
        Y1 = StartY1 * Input();
        X2 = StartX2 * Input();
        Y2 = StartY2 * Input();
    }

    void Kernel() {
        const float turned1 = TurnX1 * X1 - TurnY1 * Y1, turned2 = TurnX2 * X2 - TurnY2 * Y2;
        Y1 = TurnX1 * Y1 + TurnY1 * X1;
        Y2 = TurnX2 * Y2 + TurnY2 * X2;
        X1 = turned1 + Input();
        X2 = turned2 + Input();
        const float side = (Cos1 * X1 + Sin1 * Y1) + (Cos2 * X2 + Sin2 * Y2) - Own * Input();
        const float unblurred = IsSecond ? -0.0f : Input();
        Output() = AtRest ? unblurred : side;
    }
};

}  // namespace weft::functors

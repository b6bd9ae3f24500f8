// Between linear light and the curves that pictures are stored with.
#pragma once

#include "channels.h"
#include "core/functor.h"

namespace weft::functors {

/// Turns stored values into linear light, or linear light into stored values.
///
/// srgb is IEC 61966-2-1, rec709 the camera's curve of ITU-R BT.709, gamma-2.2 and gamma-2.4 plain
/// powers, acescct the Academy's working space for grading (S-2016-001), cineon a scanned negative:
/// 10 bits, black at 95, white at 685, density 0.002 a code, gamma 0.6. Below 0, srgb, rec709 and
/// acescct go on in a line, powers bend the mirror image, and cineon stores light of -0.0109 or
/// less as the code of 1e-10. Planes after the colours, alpha first, pass unchanged.
class TransferCurve : public Functor<TransferCurve, eParallel> {
    static constexpr const char* kCurves[] = {"srgb",      "rec709",  "gamma-2.2",
                                              "gamma-2.4", "acescct", "cineon"};
    static constexpr const char* kDirections[] = {"to-linear", "from-linear"};
    // Cineon's light at code 95, of light 1 at code 685; codes for a tenfold of light.
    static constexpr float kCineonBlack = 0.0107977516f;
    static constexpr float kCineonWhite = 685.0f / 1023.0f;
    static constexpr float kCineonScale = 1023.0f / 300.0f;
    static constexpr float kLog2Of10 = 3.32192809f;

  public:
    enum Curve : int { eSrgb, eRec709, eGamma22, eGamma24, eAcescct, eCineon };
    enum Direction : int { eToLinear, eFromLinear };

  private:
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    Baked<int> Which;
    Baked<int> Way;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(Parameter("curve", Which.value)
                           .Choices(kCurves)
                           .Structure()
                           .Label("Curve")
                           .Help("The curve that values are stored with."),
                       Parameter("direction", Way.value)
                           .Choices(kDirections)
                           .Structure()
                           .Label("Direction")
                           .Help("Takes stored values to linear light, or back."))

    static float mirrored_power(float v, float exponent) {
        return copysign(pow(abs(v), exponent), v);
    }

    float to_linear(float v) const {
        switch (Which) {
            case eSrgb:
                return v <= 0.04045f ? v * (1.0f / 12.92f)
                                     : pow((max(v, 0.0f) + 0.055f) * (1.0f / 1.055f), 2.4f);
            case eRec709:
                return v < 0.081f ? v * (1.0f / 4.5f)
                                  : pow((max(v, 0.0f) + 0.099f) * (1.0f / 1.099f), 1.0f / 0.45f);
            case eGamma22: return mirrored_power(v, 2.2f);
            case eGamma24: return mirrored_power(v, 2.4f);
            case eAcescct:
                return v <= 0.155251142f ? (v - 0.0729055342f) * (1.0f / 10.5402377f)
                                         : exp2(v * 17.52f - 9.72f);
            default:
                return (exp2((v - kCineonWhite) * (kCineonScale * kLog2Of10)) - kCineonBlack) *
                       (1.0f / (1.0f - kCineonBlack));
        }
    }

    float from_linear(float v) const {
        switch (Which) {
            case eSrgb:
                return v <= 0.0031308f ? 12.92f * v
                                       : 1.055f * pow(max(v, 0.0f), 1.0f / 2.4f) - 0.055f;
            case eRec709: return v < 0.018f ? 4.5f * v : 1.099f * pow(max(v, 0.0f), 0.45f) - 0.099f;
            case eGamma22: return mirrored_power(v, 1.0f / 2.2f);
            case eGamma24: return mirrored_power(v, 1.0f / 2.4f);
            case eAcescct:
                return v <= 0.0078125f ? 10.5402377f * v + 0.0729055342f
                                       : (log2(max(v, 0.0078125f)) + 9.72f) * (1.0f / 17.52f);
            default: {
                const float light = v * (1.0f - kCineonBlack) + kCineonBlack;
                return log2(max(light, 1.0e-10f)) * (1.0f / (kCineonScale * kLog2Of10)) +
                       kCineonWhite;
            }
        }
    }

  public:
    explicit TransferCurve(Curve curve = eSrgb, Direction direction = eToLinear)
        : Which(curve), Way(direction) {}

    void Kernel() {
        const float value = Input();
        const bool colour = Plane() < Input.Colours;
        if (!colour)
            Output() = value;
        else
            Output() = Way == eToLinear ? to_linear(value) : from_linear(value);
    }
};

}  // namespace weft::functors

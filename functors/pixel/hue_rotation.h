// Hues turned around the circle.
#pragma once

#include "channels.h"
#include "core/functor.h"

namespace weft::functors {

/// Turns all hues by an angle around the grey axis, keeping luminance.
///
/// The linear rotation of SVG's hueRotate, with Rec. 709's luminance: greys stay as they are, and
/// so does every colour's luminance; 120 degrees turn red towards green. Saturated colours may
/// leave the range from 0 to 1. Colours are the first three planes; planes after them, alpha first,
/// pass unchanged, and so do pictures of fewer planes, which have no hue.
class HueRotation : public Functor<HueRotation, eParallel> {
    Indexer<eInput, ePixel> Input;
    Indexer<eOutput, ePixel> Output;
    float Degrees;
    float Cosine = 1.0f;
    float Sine = 0.0f;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(Parameter("hue", Degrees)
                           .Range(-360.0, 360.0)
                           .Label("Hue")
                           .Help("The angle in degrees; 120 turns red towards green."))

  public:
    explicit HueRotation(float degrees = 0.0f) : Degrees(degrees) {}

    void Prepare() {
        constexpr float kRadians = 0.0174532925f;
        Cosine = Degrees == 0.0f ? 1.0f : cos(kRadians * Degrees);
        Sine = Degrees == 0.0f ? 0.0f : sin(kRadians * Degrees);
    }

    int Copies() const { return Degrees == 0.0f ? 0 : -1; }

    void Kernel() {
        const bool colour = Input.Colours == 3;
        const float r = Input(0);
        const float g = Input(1);
        const float b = Input(2);
        const float grey = kRedLuminance * r + kGreenLuminance * g + kBlueLuminance * b;
        // The chroma after a quarter turn; green is what keeps its luminance at zero.
        const float red = b - grey;
        const float blue = grey - r;
        const float green = -(kRedLuminance * red + kBlueLuminance * blue) / kGreenLuminance;
        const float quarter[3] = {red, green, blue};
        for (int plane = 0; plane < Input.Planes; ++plane) {
            const float value = Input(plane);
            const float turned = grey + Cosine * (value - grey) + Sine * at(quarter, plane);
            Output(plane) = colour && plane < 3 && Degrees != 0.0f ? turned : value;
        }
    }
};

}  // namespace weft::functors

// The tone curve of night vision: how a scene looks to eyes that see no colour.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Shows colours as the rods of the eye see them by night: without hue, in a bluish grey.
///
/// The scotopic luminance V = Y (1.33 (1 + (Y + Z)/X) - 1.68) of a colour's X, Y, Z becomes the
/// luminance of a grey whose chromaticity is (0.25, 0.25), kept within 0 and 1. Where X is zero or
/// less, as in black, there is no light: V is 0, so that black stays black. Colours are the first
/// three planes; of fewer the first is taken for grey and keeps the luminance. Planes after them
/// pass unchanged.
class Scotopic : public Functor<Scotopic, eParallel> {
    static constexpr float kThird = 1.0f / 3.0f;

    Indexer<eInput, ePixel> Input;
    Indexer<eOutput, ePixel> Output;
    float Brightness;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(Parameter("brightness", Brightness)
                           .Range(0.0, 4.0)
                           .Label("Brightness")
                           .Help("Multiplies the scotopic luminance; nights are 0.4468."))

  public:
    explicit Scotopic(float brightness = 0.4468f) : Brightness(brightness) {}

    void Kernel() {
        const bool colour = Input.Planes >= 3;
        const float r = Input(0);
        const float g = Input(colour ? 1 : 0);
        const float b = Input(colour ? 2 : 0);
        const float x = 0.5149f * r + 0.3244f * g + 0.1607f * b;
        const float y = (0.2654f * r + 0.6704f * g + 0.0642f * b) * kThird;
        const float z = 0.0248f * r + 0.1248f * g + 0.8504f * b;
        const float v = x <= 0.0f ? 0.0f : y * (1.33f * (1.0f + (y + z) / x) - 1.68f);

        // Of chromaticity (0.25, 0.25): X and Z are Y and 2 Y.
        const float luminance = Brightness * v;
        const float blue = 2.0f * luminance;
        const float red_out = 2.562263f * luminance - 1.166107f * luminance - 0.396157f * blue;
        const float green_out = -1.021558f * luminance + 1.977828f * luminance + 0.043730f * blue;
        const float blue_out = 0.075196f * luminance - 0.256248f * luminance + 1.181053f * blue;
        const float colours[3] = {colour ? red_out : luminance, green_out, blue_out};
        for (int plane = 0; plane < Input.Planes; ++plane) {
            const bool seen = plane == 0 || (colour && plane < 3);
            Output(plane) = seen ? clamp(at(colours, plane), 0.0f, 1.0f) : Input(plane);
        }
    }
};

}  // namespace weft::functors

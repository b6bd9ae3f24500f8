// A camera's colours under a light of a given temperature.
#pragma once

#include "camera/raw.h"
#include "core/functor.h"

namespace weft::functors {

/// Corrects a camera's colours for a light: two matrices mixed by the reciprocal of the light's
/// temperature, between 3200 and 7000 kelvin and beyond.
///
/// The matrices and their mixture are those of Halide's camera benchmark, in 256ths; numbers are
/// whole and are rounded down.
class ColourTemperature : public Functor<ColourTemperature, eParallel> {
    Indexer<eInput, ePixel> Input;
    Indexer<eOutput, ePixel> Output;
    float Kelvin;
    // Whole 256ths, row by row: red, green, blue, and what is added.
    float Matrix[12] = {};
    mFunctorIndexers(Input, Output)
    mFunctorParameters(Parameter("kelvin", Kelvin)
                           .Range(1500.0, 15000.0)
                           .Label("Kelvin")
                           .Help("The light's colour temperature in kelvin."))

  public:
    explicit ColourTemperature(float kelvin = 3700.0f) : Kelvin(kelvin) { Prepare(); }

    void Prepare() {
        constexpr float kFirst[12] = {1.6697f, -0.2693f,  -0.4004f, -42.4346f, -0.3576f, 1.0615f,
                                      1.5949f, -37.1158f, -0.2175f, -1.8751f,  6.9640f,  -26.6970f};
        constexpr float kSecond[12] = {2.2997f,  -0.4478f, 0.1706f,  -39.0923f,
                                       -0.3826f, 1.5906f,  -0.2080f, -25.4311f,
                                       -0.0888f, -0.7344f, 2.2832f,  -20.0826f};
        const float part = (1.0f / Kelvin - 1.0f / 3200.0f) / (1.0f / 7000.0f - 1.0f / 3200.0f);
        for (int i = 0; i < 12; ++i)
            Matrix[i] = trunc(256.0f * (kFirst[i] * part + kSecond[i] * (1.0f - part)));
    }

    ImageShape Shape(const ImageShape* inputs) const { return {inputs[0].domain, 3}; }

    void Kernel() {
        const float red = Input(0), green = Input(1), blue = Input(2);
        for (int c = 0; c < 3; ++c) {
            // Kernels count in int, and 12 are no large number.
            // NOLINTNEXTLINE(bugprone-implicit-widening-of-multiplication-result)
            const float sum = Matrix[4 * c] * red + Matrix[4 * c + 1] * green +
                              Matrix[4 * c + 2] * blue + Matrix[4 * c + 3];
            Output(c) = floor(sum * (1.0f / 256.0f));
        }
    }
};

}  // namespace weft::functors

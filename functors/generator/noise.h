// Gradient noise in octaves.
#pragma once

#include "core/functor.h"
#include "generator/colours.h"
#include "random.h"

namespace weft::functors {

/// Makes cloudy noise: gradient noise (Perlin's, improved) summed over octaves.
///
/// The noise lies around 1/2 and rarely leaves 0 to 1; the picture begins at 0,0 and is opaque.
/// Evolution moves through the noise as through a third dimension: animate it for noise that boils.
class Noise : public Functor<Noise, eParallel> {
    static constexpr int kMaxOctaves = 8;

    Indexer<eOutput, eComponent> Output;
    int Width, Height, Channels;
    float Size;
    int Octaves = 4;
    float Gain = 0.5f;
    float Contrast = 1.0f;
    float Evolution = 0.0f;
    int Seed = 0;
    bool Turbulent = false;
    bool Coloured = false;
    mFunctorIndexers(Output)
    mFunctorParameters(
        Parameter("width", Width)
            .PixelsAlongX()
            .Range(0, kLargestSide)
            .Label("Width")
            .Help(kWidthHelp),
        Parameter("height", Height)
            .PixelsAlongY()
            .Range(0, kLargestSide)
            .Label("Height")
            .Help(kHeightHelp),
        Parameter("channels", Channels)
            .Range(1, kMaxPlanes)
            .Label("Channels")
            .Help(
                "How many planes: 1 is grey, 2 grey and alpha, 3 red, green, blue, 4 with alpha."),
        Parameter("size", Size)
            .Pixels()
            .Range(1.0, 4096.0)
            .Label("Size")
            .Help("Size of the largest clouds in pixels."),
        Parameter("octaves", Octaves)
            .Range(1, kMaxOctaves)
            .Label("Octaves")
            .Help("Layers of detail, each of half the size of the one before."),
        Parameter("gain", Gain)
            .Range(0.0, 1.0)
            .Label("Gain")
            .Help("Strength of each octave against the one before."),
        Parameter("contrast", Contrast)
            .Range(0.0, 10.0)
            .Label("Contrast")
            .Help("Multiplies the distance from the middle grey."),
        Parameter("evolution", Evolution)
            .Range(-10000.0, 10000.0)
            .Label("Evolution")
            .Help("Moves through the noise without moving it: a cloud lasts about 1."),
        Parameter("seed", Seed).Range(0, 1000000).Label("Seed").Help("Gives another picture."),
        Parameter("turbulent", Turbulent)
            .Label("Turbulent")
            .Help("Folds the noise at its middle, which leaves dark creases."),
        Parameter("coloured", Coloured).Label("Coloured").Help("Gives every colour its own noise."))

  public:
    explicit Noise(float size = 128.0f, int width = 1920, int height = 1080, int channels = 4)
        : Width(width), Height(height), Channels(channels), Size(size) {}

    ImageShape Shape(const ImageShape*) const { return {generated_frame(Width, Height), Channels}; }

    void Kernel() {
        float sum = 0.0f, weight = 1.0f, weights = 0.0f, scale = 1.0f / Size;
        const int seed = Coloured ? Seed + 7919 * Plane() : Seed;
        for (int octave = 0; octave < Octaves; ++octave) {
            const float wave =
                gradient_noise((to_float(X()) + 0.5f) * scale, (to_float(Y()) + 0.5f) * scale,
                               Evolution, seed + 104729 * octave);
            sum += weight * (Turbulent ? 2.0f * abs(wave) - 1.0f : wave);
            weights += weight;
            weight *= Gain;
            scale *= 2.0f;
        }
        const float value = 0.5f + 0.5f * Contrast * (sum / weights);
        const bool opaque = Plane() == Output.Alpha;
        Output() = opaque ? 1.0f : Plane() < Output.Colours ? value : 0.0f;
    }

  private:
    static float fade(float t) { return t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f); }

    /// The slope from a corner of the lattice, along one of twelve directions.
    static float slope(unsigned bits, float x, float y, float z) {
        const unsigned h = bits >> 28;
        const float u = h < 8u ? x : y;
        const float v = h < 4u ? y : h == 12u || h == 14u ? x : z;
        return ((h & 1u) == 0u ? u : -u) + ((h & 2u) == 0u ? v : -v);
    }

    /// About -1 to 1, and 0 at the corners of the lattice.
    static float gradient_noise(float x, float y, float z, int seed) {
        const float fx = floor(x), fy = floor(y), fz = floor(z);
        const int i = to_int(fx), j = to_int(fy), k = to_int(fz);
        const float dx = x - fx, dy = y - fy, dz = z - fz;
        const float tx = fade(dx), ty = fade(dy), tz = fade(dz);
        float planes[2] = {0.0f, 0.0f};
        for (int n = 0; n < 2; ++n) {
            const float oz = dz - to_float(n);
            const float a = slope(random_bits(i, j, k + n, seed), dx, dy, oz);
            const float b = slope(random_bits(i + 1, j, k + n, seed), dx - 1.0f, dy, oz);
            const float c = slope(random_bits(i, j + 1, k + n, seed), dx, dy - 1.0f, oz);
            const float d = slope(random_bits(i + 1, j + 1, k + n, seed), dx - 1.0f, dy - 1.0f, oz);
            planes[n] = mix(mix(a, b, tx), mix(c, d, tx), ty);
        }
        return mix(planes[0], planes[1], tz);
    }
};

}  // namespace weft::functors

// A picture as a lens with an aperture sees it.
#pragma once

#include "core/functor.h"
#include "random.h"
#include "stereo/aperture.h"

namespace weft::functors {

/// Blurs a picture as a lens does what is out of focus, by its depths: averages random pixels
/// around each that their own blur spreads so far.
///
/// Radius is how far a pixel is spread, in pixels; worst the largest radius around it, which
/// samples lie within: in a square of that half side, their distances rounded towards the centre. A
/// sample counts, as much as the pixel itself, where its distance is less than its radius and
/// either less than the pixel's or its depth less than the pixel's: in front of it.
///
/// Sample s of the pixel at (x, y) lies where random_bits(x, y, s, seed) says (random.h): the upper
/// 16 bits across, the lower down, as parts of the square's side.
class ApertureBlur : public Functor<ApertureBlur, eParallel> {
    static constexpr int kTogether = 4;  // planes for each choice of samples

    Indexer<eInput, ePixel, eRandom> Input;
    Indexer<eInput, eComponent, eRandom> Depth;
    Indexer<eInput, eComponent, eRandom> Radius;
    Indexer<eInput, eComponent> Worst;
    Indexer<eOutput, ePixel> Output;
    int Samples;
    int Seed = 0;
    mFunctorIndexers(Input, Depth, Radius, Worst, Output)
    mFunctorParameters(Parameter("samples", Samples)
                           .Range(1, kMaxApertureSamples)
                           .Label("Samples")
                           .Help("Points of the aperture: more make less noise, and are slower."),
                       Parameter("seed", Seed)
                           .Range(0, 1000000)
                           .Label("Seed")
                           .Help("Gives other points; animate it with the frame."))

  public:
    explicit ApertureBlur(int samples = 32) : Samples(samples) {}

    ImageShape Shape(const ImageShape* inputs) const { return inputs[0]; }

    void Kernel() {
        const float depth = Depth(X(), Y()), radius = Radius(X(), Y());
        const float side = aperture_side(Worst());
        for (int first = 0; first < Output.Planes; first += kTogether) {
            float sums[kTogether] = {};
            for (int c = 0; c < kTogether; ++c)
                if (first + c < Output.Planes) sums[c] = Input(X(), Y(), first + c);
            float count = 1.0f;
            for (int s = 0; s < Samples; ++s) {
                const unsigned bits = random_bits(X(), Y(), s, Seed);
                const int u = aperture_place(bits >> 16, side);
                const int v = aperture_place(bits & 0xffffu, side);
                const int x = X() + u, y = Y() + v;
                const float squares = to_float(u * u + v * v), reach = Radius(x, y);
                const bool seen = squares < radius * radius || Depth(x, y) < depth;
                const bool counts = seen && squares < reach * reach;
                count += counts ? 1.0f : 0.0f;
                for (int c = 0; c < kTogether; ++c)
                    if (first + c < Output.Planes) {
                        const float sample = Input(x, y, first + c);
                        sums[c] += counts ? sample : 0.0f;
                    }
            }
            for (int c = 0; c < kTogether; ++c)
                if (first + c < Output.Planes) Output(first + c) = sums[c] / count;
        }
    }
};

}  // namespace weft::functors

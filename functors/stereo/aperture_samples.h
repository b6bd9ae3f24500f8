// Where a lens's aperture is looked through.
#pragma once

#include "core/functor.h"
#include "random.h"
#include "stereo/aperture.h"

namespace weft::functors {

/// Chooses random points around each pixel, the same for all planes of a picture: how far each lies
/// to the right, and how far below, in whole pixels. There is a plane for each point.
///
/// They lie in a square whose half side, in pixels, is what the input holds, and at most 64;
/// their distances are rounded towards the centre. Which points these are aperture_place() says.
class ApertureSamples : public Functor<ApertureSamples, eParallel> {
    // Read from memory, so that what makes it needs no registers beside those of all points.
    Indexer<eInput, eComponent, eRandom> Worst;
    Indexer<eOutput, ePixel> Across;
    Indexer<eOutput, ePixel> Down;
    Baked<int> Samples;
    int Seed = 0;
    mFunctorIndexers(Worst, Across, Down)
    mFunctorParameters(Parameter("samples", Samples.value)
                           .Structure()
                           .Range(1, kMaxApertureSamples)
                           .Label("Samples")
                           .Help("Points of the aperture: more make less noise, and are slower."),
                       Parameter("seed", Seed)
                           .Range(0, 1000000)
                           .Label("Seed")
                           .Help("Gives other points; animate it with the frame."))

  public:
    explicit ApertureSamples(int samples = 32) : Samples(samples) {}

    ImageShape Shape(const ImageShape* inputs) const { return {inputs[0].domain, Samples}; }

    void Kernel() {
        const float side = aperture_side(Worst(X(), Y()));
        for (int s = 0; s < Samples; ++s) {
            const unsigned bits = random_bits(X(), Y(), s, Seed);
            Across(s) = to_float(aperture_place(bits >> 16, side));
            Down(s) = to_float(aperture_place(bits & 0xffffu, side));
        }
    }
};

}  // namespace weft::functors

// One picture shown through a matte over another.
#pragma once

#include "channels.h"
#include "core/functor.h"

namespace weft::functors {

/// Shows one picture where a matte is 1 and another where it is 0: A m + B (1 - m).
///
/// The matte is the mask's alpha, or its first plane where it has none; it is kept within 0 and 1,
/// and a NaN in it counts as 0. A grey picture serves all colours. A picture without alpha is
/// opaque; other planes that a picture lacks are 0 in it. The result has as many planes as the
/// picture that has most, the mask included.
class KeyMix : public Functor<KeyMix, eParallel> {
    Indexer<eInput, ePixel> A;
    Indexer<eInput, ePixel> B;
    Indexer<eInput, ePixel> Mask;
    Indexer<eOutput, ePixel> Output;
    bool Invert;
    float Mix;
    mFunctorIndexers(A, B, Mask, Output)
    mFunctorParameters(Parameter("invert", Invert)
                           .Label("Invert")
                           .Help("Shows A where the matte is 0 and B where it is 1."),
                       Parameter("mix", Mix)
                           .Range(0.0, 1.0)
                           .Label("Mix")
                           .Help("Multiplies the matte, inverted or not: 0 shows B alone."))

  public:
    explicit KeyMix(bool invert = false, float mix = 1.0f) : Invert(invert), Mix(mix) {}

    void Kernel() {
        const int planes = max(max(A.Planes, B.Planes), Mask.Planes);
        const int matte_plane = alpha_plane(Mask.Planes);
        const float key = Mask(max(matte_plane, 0));
        const float matte = key > 0.0f ? min(key, 1.0f) : 0.0f;
        const float amount = Mix * (Invert ? 1.0f - matte : matte);
        for (int plane = 0; plane < planes; ++plane) {
            const int plane_a = source_plane(plane, planes, A.Planes);
            const int plane_b = source_plane(plane, planes, B.Planes);
            const float a = plane_a < 0 ? missing_plane(plane, planes) : A(plane_a);
            const float b = plane_b < 0 ? missing_plane(plane, planes) : B(plane_b);
            Output(plane) = mix(b, a, amount);
        }
    }
};

}  // namespace weft::functors

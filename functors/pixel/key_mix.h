// One picture shown through a matte over another.
#pragma once

#include "channels.h"
#include "core/functor.h"

namespace weft::functors {

/// Shows one picture where a matte is 1 and another where it is 0: A m + B (1 - m).
///
/// The matte is the mask's alpha, or its first plane where it has none; it is kept within 0 and 1,
/// and a NaN in it counts as 0. Where nothing of one of the two pictures is left, a NaN or an
/// infinity in it does not show. A grey picture serves all colours. A picture without alpha is
/// opaque; other planes that a picture lacks are 0 in it. The result has as many planes as the
/// picture that has most, the mask included.
class KeyMix : public Functor<KeyMix, eParallel> {
    Indexer<eInput, ePixel> A;
    Indexer<eInput, ePixel> B;
    Indexer<eInput, ePixel> Mask;
    Indexer<eOutput, ePixel> Output;
    bool Invert;
    float Mix;
    int SeenA[4] = {}, SeenB[4] = {};  // their windows
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

    static constexpr int kFrameOf = 1;

    Rect DataWindow(const ImageShape* inputs) const {
        const Rect &a = inputs[0].data_window, &b = inputs[1].data_window;
        return mixed_window(b, a, inputs[2].data_window, Invert, Mix);
    }

    void Measure() {
        keep_window(A.DataWindow, SeenA);
        keep_window(B.DataWindow, SeenB);
    }

    int Copies() const { return Mix == 0.0f ? 1 : -1; }

    void Kernel() {
        const float key = Mask(max(Mask.Alpha, 0));
        const float matte = key > 0.0f ? min(key, 1.0f) : 0.0f;
        const float amount = Mix * (Invert ? 1.0f - matte : matte);
        const float alpha_a = coverage(X(), Y(), SeenA);
        const float alpha_b = coverage(X(), Y(), SeenB);
        for (int plane = 0; plane < Output.Planes; ++plane) {
            const bool matted = plane == Output.Alpha;
            const int plane_a =
                source_plane(plane, Output.Colours, Output.Alpha, A.Planes, A.Colours, A.Alpha);
            const int plane_b =
                source_plane(plane, Output.Colours, Output.Alpha, B.Planes, B.Colours, B.Alpha);
            const float a = plane_a < 0 ? (matted ? alpha_a : 0.0f) : A(plane_a);
            const float b = plane_b < 0 ? (matted ? alpha_b : 0.0f) : B(plane_b);
            const float mixed = mix(b, a, amount);
            Output(plane) = amount == 0.0f ? b : amount == 1.0f ? a : mixed;
        }
    }
};

}  // namespace weft::functors

// The last step of an unsharp mask: scales colours by how far their luminance is sharpened.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Sharpens a colour picture by the difference between its grey picture and a blurred one.
///
/// The ratio ((1 + amount) grey - amount blurred) / grey multiplies all colours alike, so that hue
/// and saturation stay. Where grey is zero the pixel stays as it is; where it is so close to zero
/// that the ratio is infinite, a colour of zero becomes NaN. Colours are the first three planes, or
/// the first of fewer; planes after them (alpha, depth) pass unchanged.
class UnsharpMask : public Functor<UnsharpMask, eParallel> {
    Indexer<eInput, ePixel> Input;
    Indexer<eInput, eComponent> Grey;
    Indexer<eInput, eComponent> Blurred;
    Indexer<eOutput, ePixel> Output;
    float Amount;
    mFunctorIndexers(Input, Grey, Blurred, Output)
    mFunctorParameters(
        Parameter("amount", Amount)
            .Range(0.0, 16.0)
            .Label("Amount")
            .Help("Strength: 0 changes nothing, 1 doubles the contrast of fine detail."))

  public:
    explicit UnsharpMask(float amount = 1.0f) : Amount(amount) {}

    int Copies() const { return Amount == 0.0f ? 0 : -1; }

    void Kernel() {
        const float grey = Grey();
        const float sharp = (1.0f + Amount) * grey - Amount * Blurred();
        const float ratio = grey == 0.0f || Amount == 0.0f ? 1.0f : sharp / grey;
        const int colours = Input.Colours;
        for (int plane = 0; plane < Input.Planes; ++plane)
            Output(plane) = plane < colours ? ratio * Input(plane) : Input(plane);
    }
};

}  // namespace weft::functors

// A cross-fade between two pictures under a mask.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Fades from one picture to another where a mask says so: A (1 - t) + B t, t = amount mask.
///
/// A mask of one plane serves all planes; a mask of as many planes as the pictures serves each its
/// own. The mask is not clamped. Where nothing of one of the two pictures is left, a NaN or an
/// infinity in it does not show, nor does any of the mask's where the amount is 0.
class MaskedMix : public Functor<MaskedMix, eParallel> {
    Indexer<eInput, eComponent> A;
    Indexer<eInput, eComponent> B;
    Indexer<eInput, eComponent> Mask;
    Indexer<eOutput, eComponent> Output;
    float Amount;
    mFunctorIndexers(A, B, Mask, Output)
    mFunctorParameters(Parameter("amount", Amount)
                           .Range(0.0, 1.0)
                           .Label("Amount")
                           .Help("Multiplies the mask: 0 shows the first picture alone."))

  public:
    explicit MaskedMix(float amount = 1.0f) : Amount(amount) {}

    /// Where the mask is nothing the first picture is left; in it an infinity may show anywhere.
    Rect DataWindow(const ImageShape* inputs) const {
        return hull(inputs[0].data_window, inputs[2].data_window);
    }

    int Copies() const { return Amount == 0.0f ? 0 : -1; }

    void Kernel() {
        const float a = A(), b = B(), share = Amount * Mask();
        const float mixed = mix(a, b, share);
        Output() = Amount == 0.0f || share == 0.0f ? a : share == 1.0f ? b : mixed;
    }
};

}  // namespace weft::functors

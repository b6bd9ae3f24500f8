// A filtered picture laid over its original.
#pragma once

#include "channels.h"
#include "core/functor.h"

namespace weft::functors {

/// Fades from a picture to a filtered copy of it, everywhere or under one of its own channels.
///
/// The mask is kept within 0 and 1, and a NaN in it counts as 0; the alpha of a picture without one
/// is 1, and grey stands for every colour. Where nothing of one of the two pictures is left, a NaN
/// or an infinity in it does not show.
class FilterMix : public Functor<FilterMix, eParallel> {
    static constexpr const char* kMasks[] = {"none", "luminance", "red", "green", "blue", "alpha"};

  public:
    enum Mask : int { eNone, eLuminance, eRed, eGreen, eBlue, eAlpha };

  private:
    Indexer<eInput, ePixel> Original;
    Indexer<eInput, ePixel> Filtered;
    Indexer<eOutput, ePixel> Output;
    float Mix;
    Baked<int> Under;
    bool Invert;
    mFunctorIndexers(Original, Filtered, Output)
    mFunctorParameters(Parameter("mix", Mix)
                           .Range(0.0, 1.0)
                           .Label("Mix")
                           .Help("Fades from the original, 0, to the filtered picture, 1."),
                       Parameter("mask", Under.value)
                           .Choices(kMasks)
                           .Structure()
                           .Label("Mask")
                           .Help("The channel of the original that multiplies the mix."),
                       Parameter("invert", Invert)
                           .Label("Invert")
                           .Help("Filters where the mask is 0 and leaves alone where it is 1."))

  public:
    explicit FilterMix(float mix = 1.0f, Mask mask = eNone, bool invert = false)
        : Mix(mix), Under(mask), Invert(invert) {}

    void Kernel() {
        float mask = 1.0f;
        if (Under == eAlpha) {
            const int alpha = alpha_plane(Original.Planes);
            if (alpha >= 0) mask = Original(alpha);
        } else if (Under == eLuminance && Original.Planes >= 3) {
            mask = kRedLuminance * Original(0) + kGreenLuminance * Original(1) +
                   kBlueLuminance * Original(2);
        } else if (Under != eNone) {
            mask = Original(Original.Planes < 3 || Under == eLuminance ? 0 : Under - eRed);
        }
        mask = mask > 0.0f ? min(mask, 1.0f) : 0.0f;
        const float amount = Mix * (Invert ? 1.0f - mask : mask);
        for (int plane = 0; plane < Original.Planes; ++plane) {
            const float before = Original(plane);
            const float after = Filtered(plane);
            const float mixed = mix(before, after, amount);
            Output(plane) = amount == 0.0f ? before : amount == 1.0f ? after : mixed;
        }
    }
};

}  // namespace weft::functors

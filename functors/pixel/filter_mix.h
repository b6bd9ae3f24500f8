// A filtered picture laid over its original.
#pragma once

#include "channels.h"
#include "core/functor.h"

namespace weft::functors {

/// Fades from a picture to a filtered copy of it, everywhere or under a channel of a mask.
///
/// The mask is a picture of its own, which is 0 beyond its edges, or the original itself. Its
/// channel is kept within 0 and 1, and a NaN in it counts as 0; a picture without alpha is opaque
/// in its window, and grey stands for every colour. Where nothing of one of the two is left, a NaN
/// or an infinity in it does not show. The result is as large as the original and the filtered
/// picture together, however large the mask is.
class FilterMix : public Functor<FilterMix, eParallel> {
    static constexpr const char* kChannels[] = {"automatic", "none", "luminance", "red",
                                                "green",     "blue", "alpha"};

  public:
    enum Channel : int { eAutomatic, eNone, eLuminance, eRed, eGreen, eBlue, eAlpha };

  private:
    Indexer<eInput, ePixel> Original;
    Indexer<eInput, ePixel> Filtered;
    Indexer<eInput, ePixel> Mask;
    Indexer<eOutput, ePixel> Output;
    float Mix;
    Baked<int> Under;
    bool Invert;
    Baked<bool> Masked = false;
    int SeenOriginal[4] = {}, SeenFiltered[4] = {}, SeenMask[4] = {};  // their windows
    mFunctorIndexers(Original, Filtered, Mask, Output)
    mFunctorParameters(
        Parameter("mix", Mix)
            .Range(0.0, 1.0)
            .Label("Mix")
            .Help("Fades from the original, 0, to the filtered picture, 1."),
        Parameter("mask", Under.value)
            .Choices(kChannels)
            .Structure()
            .Label("Mask")
            .Help("The mask's channel that multiplies the mix. Automatic: of a mask of its own the "
                  "alpha, or the luminance where it has none; of the original none."),
        Parameter("invert", Invert)
            .Label("Invert")
            .Help("Filters where the mask is 0 and leaves alone where it is 1."),
        Parameter("masked", Masked.value)
            .Structure()
            .Label("Masked")
            .Help("Whether the mask is a picture of its own, and not the original."))

    /// The channel that counts of a mask with alpha in that plane: what automatic stands for.
    int channel(int alpha) const {
        if (Under != eAutomatic) return Under;
        if (!Masked) return eNone;
        return alpha >= 0 ? eAlpha : eLuminance;
    }

  public:
    explicit FilterMix(float mix = 1.0f, Channel mask = eAutomatic, bool invert = false,
                       bool masked = false)
        : Mix(mix), Under(mask), Invert(invert), Masked(masked) {}

    ImageShape Shape(const ImageShape* inputs) const { return together(inputs[1], inputs[0]); }

    Rect DataWindow(const ImageShape* inputs) const {
        const Rect &original = inputs[0].data_window, &filtered = inputs[1].data_window;
        if (channel(inputs[2].alpha) != eNone)
            return mixed_window(original, filtered, inputs[2].data_window, Invert, Mix);
        return Invert ? original : hull(original, filtered);
    }

    void Measure() {
        keep_window(Original.DataWindow, SeenOriginal);
        keep_window(Filtered.DataWindow, SeenFiltered);
        keep_window(Mask.DataWindow, SeenMask);
    }

    int Copies() const {
        if (Mix == 0.0f) return 0;
        const bool everywhere = !Invert && (Under == eNone || (Under == eAutomatic && !Masked));
        return Mix == 1.0f && everywhere ? 1 : -1;
    }

    void Kernel() {
        const int under = channel(Mask.Alpha);
        float mask = 1.0f;
        if (under == eAlpha) {
            mask = Mask.Alpha < 0 ? coverage(X(), Y(), SeenMask) : Mask(Mask.Alpha);
        } else if (under == eLuminance && Mask.Planes >= 3) {
            mask = kRedLuminance * Mask(0) + kGreenLuminance * Mask(1) + kBlueLuminance * Mask(2);
        } else if (under != eNone) {
            mask = Mask(Mask.Planes < 3 || under == eLuminance ? 0 : under - eRed);
        }
        mask = mask > 0.0f ? min(mask, 1.0f) : 0.0f;
        const float amount = Mix * (Invert ? 1.0f - mask : mask);
        for (int plane = 0; plane < Output.Planes; ++plane) {
            const bool matte = plane == Output.Alpha;
            const int from = source_plane(plane, Output.Colours, Output.Alpha, Original.Planes,
                                          Original.Colours, Original.Alpha);
            const int to = source_plane(plane, Output.Colours, Output.Alpha, Filtered.Planes,
                                        Filtered.Colours, Filtered.Alpha);
            const float alpha = matte && from < 0 ? coverage(X(), Y(), SeenOriginal) : 0.0f;
            const float filtered = matte && to < 0 ? coverage(X(), Y(), SeenFiltered) : 0.0f;
            const float before = from < 0 ? alpha : Original(from);
            const float after = to < 0 ? filtered : Filtered(to);
            const float mixed = mix(before, after, amount);
            Output(plane) = amount == 0.0f ? before : amount == 1.0f ? after : mixed;
        }
    }
};

}  // namespace weft::functors

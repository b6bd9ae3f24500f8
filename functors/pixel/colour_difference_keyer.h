// A matte from how much more of the screen's colour there is than of the others.
#pragma once

#include "core/functor.h"
#include "screen_colour.h"

namespace weft::functors {

/// Makes a matte of one plane from a picture in front of a screen: 0 on the screen, 1 elsewhere.
///
/// The matte is 1 - gain d, where d is how far the screen's colour exceeds the two others, of which
/// the balance takes the larger, the smaller, or between them. Mattes up to the black clip become
/// 0, from the white clip on 1. A picture of fewer than three planes has no colour: its matte is
/// that of grey. The matte is never NaN.
class ColourDifferenceKeyer : public Functor<ColourDifferenceKeyer, eParallel> {
    Indexer<eInput, ePixel> Input;
    Indexer<eOutput, eComponent> Output;
    Baked<int> Screen;
    float Balance;
    float Gain;
    float BlackClip;
    float WhiteClip;
    float Inverse = 1.0f;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(
        Parameter("screen", Screen.value)
            .Choices(kScreenColours)
            .Structure()
            .Label("Screen")
            .Help("The colour of the screen."),
        Parameter("balance", Balance)
            .Range(0.0, 1.0)
            .Label("Balance")
            .Help("What the screen's colour is compared with: 1 is the larger of the two others, 0 "
                  "the smaller."),
        Parameter("gain", Gain)
            .Range(0.0, 64.0)
            .Label("Gain")
            .Help("How fast the matte falls: 1 over how far the screen's colour exceeds others."),
        Parameter("black-clip", BlackClip)
            .Range(0.0, 1.0)
            .Label("Black clip")
            .Help("Mattes up to this become 0, which cleans the screen."),
        Parameter("white-clip", WhiteClip)
            .Range(0.0, 1.0)
            .Label("White clip")
            .Help("Mattes from this on become 1, which fills holes in front of the screen."))

  public:
    explicit ColourDifferenceKeyer(ScreenColour screen = eGreenScreen, float balance = 1.0f,
                                   float gain = 1.5f, float black_clip = 0.0f,
                                   float white_clip = 1.0f)
        : Screen(screen),
          Balance(balance),
          Gain(gain),
          BlackClip(black_clip),
          WhiteClip(white_clip) {}

    void Prepare() { Inverse = 1.0f / max(WhiteClip - BlackClip, 1.0e-6f); }

    void Kernel() {
        const bool colour = Input.Planes >= 3;
        const int filled = Screen;
        const float screen = Input(colour ? filled : 0);
        const float next = Input(colour ? (filled + 1) % 3 : 0);
        const float last = Input(colour ? (filled + 2) % 3 : 0);
        const float other = mix(min(next, last), max(next, last), Balance);
        const float matte = 1.0f - Gain * max(screen - other, 0.0f);
        const float clipped = (matte - BlackClip) * Inverse;
        Output() = clipped > 0.0f ? min(clipped, 1.0f) : 0.0f;
    }
};

}  // namespace weft::functors

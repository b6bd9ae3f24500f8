// A matte from brightness.
#pragma once

#include "channels.h"
#include "core/functor.h"

namespace weft::functors {

/// Makes a matte of one plane from luminance: 0 up to one value, rising to 1 at another.
///
/// Where the low value exceeds the high one, the matte falls from 1 to 0 instead and keys the dark
/// parts; where they are equal it is 1 from there on. Luminance is Rec. 709's of the first three
/// planes, or the first of fewer. A NaN gives 0.
class LumaKeyer : public Functor<LumaKeyer, eParallel> {
    Indexer<eInput, ePixel> Input;
    Indexer<eOutput, eComponent> Output;
    float Low;
    float High;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(Parameter("low", Low)
                           .Range(-64.0, 64.0)
                           .Label("Low")
                           .Help("The luminance at which the matte is 0."),
                       Parameter("high", High)
                           .Range(-64.0, 64.0)
                           .Label("High")
                           .Help("The luminance at which the matte is 1."))

  public:
    explicit LumaKeyer(float low = 0.2f, float high = 0.8f) : Low(low), High(high) {}

    void Kernel() {
        const float luminance =
            Input.Colours < 3
                ? Input(0)
                : kRedLuminance * Input(0) + kGreenLuminance * Input(1) + kBlueLuminance * Input(2);
        if (Low == High) {
            Output() = luminance >= Low ? 1.0f : 0.0f;
        } else {
            const float matte = (luminance - Low) / (High - Low);
            Output() = matte > 0.0f ? min(matte, 1.0f) : 0.0f;
        }
    }
};

}  // namespace weft::functors

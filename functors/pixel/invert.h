// The negative of a picture.
#pragma once

#include "channels.h"
#include "core/functor.h"

namespace weft::functors {

/// Turns black into white and white into black: white - v.
///
/// Planes after the colours pass unchanged, alpha unless it is to be inverted too.
class Invert : public Functor<Invert, eParallel> {
    Indexer<eInput, ePixel> Input;
    Indexer<eOutput, ePixel> Output;
    float White;
    bool Alpha;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(
        Parameter("white", White)
            .Range(0.0, 64.0)
            .Label("White")
            .Help("The colour that becomes black; 1 is display white."),
        Parameter("alpha", Alpha).Label("Alpha").Help("Inverts alpha too, to 1 - a."))

  public:
    explicit Invert(float white = 1.0f, bool alpha = false) : White(white), Alpha(alpha) {}

    void Kernel() {
        const int colours = Input.Colours;
        for (int plane = 0; plane < Input.Planes; ++plane) {
            const float value = Input(plane);
            if (plane < colours) {
                Output(plane) = White - value;
            } else if (Alpha && plane == Input.Alpha) {
                Output(plane) = 1.0f - value;
            } else {
                Output(plane) = value;
            }
        }
    }
};

}  // namespace weft::functors

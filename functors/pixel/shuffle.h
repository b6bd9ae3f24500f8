// A picture put together from the channels of two.
#pragma once

#include "channels.h"
#include "core/functor.h"

namespace weft::functors {

/// Fills red, green, blue and alpha each from any channel of two pictures, or with 0 or 1.
///
/// The first plane of a grey picture is its red, its green and its blue; the alpha of a picture
/// without one is 1. The result has as many planes as the picture that has most: to give a picture
/// an alpha, let the other have four planes. Of a grey result, red is the grey. Planes after alpha
/// are A's, and 0 where A has none.
class Shuffle : public Functor<Shuffle, eParallel> {
  public:
    enum Channel : int {
        eRedA,
        eGreenA,
        eBlueA,
        eAlphaA,
        eRedB,
        eGreenB,
        eBlueB,
        eAlphaB,
        eBlack,
        eWhite,
    };

  private:
    static constexpr const char* kChannels[] = {"a-red", "a-green", "a-blue", "a-alpha",
                                                "b-red", "b-green", "b-blue", "b-alpha",
                                                "black", "white"};

    Indexer<eInput, ePixel> A;
    Indexer<eInput, ePixel> B;
    Indexer<eOutput, ePixel> Output;
    Baked<int> Red;
    Baked<int> Green;
    Baked<int> Blue;
    Baked<int> Alpha;
    int SeenA[4] = {}, SeenB[4] = {};  // their windows
    mFunctorIndexers(A, B, Output)
    mFunctorParameters(Parameter("red", Red.value)
                           .Choices(kChannels)
                           .Structure()
                           .Label("Red")
                           .Help("What the first plane of the result is; of a grey one, the grey."),
                       Parameter("green", Green.value)
                           .Choices(kChannels)
                           .Structure()
                           .Label("Green")
                           .Help("What the green plane of the result is."),
                       Parameter("blue", Blue.value)
                           .Choices(kChannels)
                           .Structure()
                           .Label("Blue")
                           .Help("What the blue plane of the result is."),
                       Parameter("alpha", Alpha.value)
                           .Choices(kChannels)
                           .Structure()
                           .Label("Alpha")
                           .Help("What the alpha of the result is, if it has one."))

    float channel(int which) const {
        if (which >= eBlack) return which == eBlack ? 0.0f : 1.0f;
        if (which < eRedB) {
            const int plane = source_plane(which, 3, 3, A.Planes, A.Colours, A.Alpha);
            if (plane >= 0) return A(plane);
            return which == eAlphaA ? coverage(X(), Y(), SeenA) : 0.0f;
        }
        const int plane = source_plane(which - eRedB, 3, 3, B.Planes, B.Colours, B.Alpha);
        if (plane >= 0) return B(plane);
        return which == eAlphaB ? coverage(X(), Y(), SeenB) : 0.0f;
    }

  public:
    explicit Shuffle(Channel red = eRedA, Channel green = eGreenA, Channel blue = eBlueA,
                     Channel alpha = eAlphaB)
        : Red(red), Green(green), Blue(blue), Alpha(alpha) {}

    Rect DataWindow(const ImageShape* inputs) const {
        const bool white = Red == eWhite || Green == eWhite || Blue == eWhite || Alpha == eWhite;
        const auto all = white ? &ImageShape::domain : &ImageShape::data_window;
        return hull(inputs[0].*all, inputs[1].*all);
    }

    int Copies() const {
        const bool own = Red == eRedA && Green == eGreenA && Blue == eBlueA && Alpha == eAlphaA;
        return own ? 0 : -1;
    }

    void Measure() {
        keep_window(A.DataWindow, SeenA);
        keep_window(B.DataWindow, SeenB);
    }

    void Kernel() {
        for (int plane = 0; plane < Output.Planes; ++plane) {
            const bool colour = plane < Output.Colours;
            if (plane == Output.Alpha) {
                Output(plane) = channel(Alpha);
            } else if (colour && plane == 0) {
                Output(plane) = channel(Red);
            } else if (colour && plane == 1) {
                Output(plane) = channel(Green);
            } else if (colour && plane == 2) {
                Output(plane) = channel(Blue);
            } else {
                Output(plane) = plane < A.Planes ? A(plane) : 0.0f;
            }
        }
    }
};

}  // namespace weft::functors

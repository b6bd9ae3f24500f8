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
        const bool first = which < eRedB;
        const int planes = first ? A.Planes : B.Planes;
        const int of_four = first ? which : which - eRedB;
        const int plane = source_plane(of_four, 4, planes);
        if (plane < 0) return 1.0f;
        return first ? A(plane) : B(plane);
    }

  public:
    explicit Shuffle(Channel red = eRedA, Channel green = eGreenA, Channel blue = eBlueA,
                     Channel alpha = eAlphaB)
        : Red(red), Green(green), Blue(blue), Alpha(alpha) {}

    int Copies() const {
        const bool own = Red == eRedA && Green == eGreenA && Blue == eBlueA && Alpha == eAlphaA;
        return own ? 0 : -1;
    }

    void Kernel() {
        const int planes = max(A.Planes, B.Planes);
        for (int plane = 0; plane < planes; ++plane) {
            if (plane == alpha_plane(planes)) {
                Output(plane) = channel(Alpha);
            } else if (plane == 0) {
                Output(plane) = channel(Red);
            } else if (plane == 1) {
                Output(plane) = channel(Green);
            } else if (plane == 2) {
                Output(plane) = channel(Blue);
            } else {
                Output(plane) = plane < A.Planes ? A(plane) : 0.0f;
            }
        }
    }
};

}  // namespace weft::functors

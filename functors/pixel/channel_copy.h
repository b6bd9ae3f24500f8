// Planes of one picture put into another.
#pragma once

#include "channels.h"
#include "core/functor.h"

namespace weft::functors {

/// Takes the chosen planes from picture B and all others from picture A.
///
/// A grey picture serves all colours; the alpha of a picture without one is 1, and other planes
/// that a picture lacks are 0. The result has as many planes as the picture that has most: a
/// picture without alpha gets that of a picture of four planes. Planes after alpha are chosen
/// together.
class ChannelCopy : public Functor<ChannelCopy, eParallel> {
    Indexer<eInput, ePixel> A;
    Indexer<eInput, ePixel> B;
    Indexer<eOutput, ePixel> Output;
    bool Red;
    bool Green;
    bool Blue;
    bool Alpha;
    bool Others;
    mFunctorIndexers(A, B, Output)
    mFunctorParameters(
        Parameter("red", Red).Label("Red").Help("Takes red from B; of a grey result, the grey."),
        Parameter("green", Green).Label("Green").Help("Takes green from B."),
        Parameter("blue", Blue).Label("Blue").Help("Takes blue from B."),
        Parameter("alpha", Alpha).Label("Alpha").Help("Takes alpha from B."),
        Parameter("others", Others)
            .Label("Others")
            .Help("Takes the planes after alpha from B: depth, motion, mattes."))

  public:
    explicit ChannelCopy(bool red = false, bool green = false, bool blue = false, bool alpha = true,
                         bool others = false)
        : Red(red), Green(green), Blue(blue), Alpha(alpha), Others(others) {}

    int Copies() const {
        if (Red && Green && Blue && Alpha && Others) return 1;
        return !Red && !Green && !Blue && !Alpha && !Others ? 0 : -1;
    }

    void Kernel() {
        const int planes = max(A.Planes, B.Planes);
        for (int plane = 0; plane < planes; ++plane) {
            bool chosen = Others;
            if (plane == 0) chosen = Red;
            if (plane == 1) chosen = Green;
            if (plane == 2) chosen = Blue;
            if (plane == alpha_plane(planes)) chosen = Alpha;
            const int from = source_plane(plane, planes, chosen ? B.Planes : A.Planes);
            if (from < 0) {
                Output(plane) = missing_plane(plane, planes);
            } else {
                Output(plane) = chosen ? B(from) : A(from);
            }
        }
    }
};

}  // namespace weft::functors

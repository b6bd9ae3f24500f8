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
    int SeenA[4] = {}, SeenB[4] = {};  // their windows
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

    Rect DataWindow(const ImageShape* inputs) const {
        return hull(inputs[0].data_window, inputs[1].data_window);
    }

    int Copies() const {
        if (Red && Green && Blue && Alpha && Others) return 1;
        return !Red && !Green && !Blue && !Alpha && !Others ? 0 : -1;
    }

    void Measure() {
        keep_window(A.DataWindow, SeenA);
        keep_window(B.DataWindow, SeenB);
    }

    void Kernel() {
        const float alpha_a = coverage(X(), Y(), SeenA);
        const float alpha_b = coverage(X(), Y(), SeenB);
        for (int plane = 0; plane < Output.Planes; ++plane) {
            const bool colour = plane < Output.Colours;
            bool chosen = Others;
            if (colour && plane == 0) chosen = Red;
            if (colour && plane == 1) chosen = Green;
            if (colour && plane == 2) chosen = Blue;
            if (plane == Output.Alpha) chosen = Alpha;
            const int from = chosen ? source_plane(plane, Output.Colours, Output.Alpha, B.Planes,
                                                   B.Colours, B.Alpha)
                                    : source_plane(plane, Output.Colours, Output.Alpha, A.Planes,
                                                   A.Colours, A.Alpha);
            if (from < 0) {
                Output(plane) = plane != Output.Alpha ? 0.0f : chosen ? alpha_b : alpha_a;
            } else {
                Output(plane) = chosen ? B(from) : A(from);
            }
        }
    }
};

}  // namespace weft::functors

// A matte put into the alpha of a picture.
#pragma once

#include "channels.h"
#include "core/functor.h"

namespace weft::functors {

/// Makes a picture with the colours of one picture and the alpha of another.
///
/// Of a picture of one plane that plane is the alpha, as in a matte, and grey, where it gives the
/// colours; the alpha of three planes is 1 in their window. The result is as large as the picture
/// of the alpha; its colours are 0 beyond theirs. It has three planes, or four with alpha, and no
/// others. Nothing is multiplied.
class Matte : public Functor<Matte, eParallel> {
    Indexer<eInput, ePixel> Colours;
    Indexer<eInput, ePixel> Alpha;
    Indexer<eOutput, ePixel> Output;
    int Channels;
    int SeenAlpha[4] = {};  // the window
    mFunctorIndexers(Colours, Alpha, Output)
    mFunctorParameters(Parameter("channels", Channels)
                           .Range(3, 4)
                           .Label("Channels")
                           .Help("How many planes: 3 are red, green, blue, 4 with alpha."))

  public:
    explicit Matte(int channels = 4) : Channels(channels) {}

    ImageShape Shape(const ImageShape* inputs) const { return {inputs[1].domain, Channels}; }

    Rect DataWindow(const ImageShape* inputs) const {
        const Rect &colours = inputs[0].data_window, &alpha = inputs[1].data_window;
        return Channels == 3 ? colours : hull(colours, alpha);
    }

    void Measure() { keep_window(Alpha.DataWindow, SeenAlpha); }

    void Kernel() {
        const int held = Alpha.Planes == 1 ? 0 : Alpha.Alpha;
        for (int plane = 0; plane < Output.Planes; ++plane) {
            if (plane < 3)
                Output(plane) = Colours(Colours.Colours == 1 ? 0 : plane);
            else
                Output(plane) = held < 0 ? coverage(X(), Y(), SeenAlpha) : Alpha(held);
        }
    }
};

}  // namespace weft::functors

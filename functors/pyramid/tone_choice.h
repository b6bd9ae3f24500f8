// One plane of several, chosen by brightness.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Chooses between the planes of a picture by another's brightness: black takes the first plane,
/// white the last, and what lies between two levels a part of both.
///
/// A brightness beyond black or white takes the first or the last plane where the range is open;
/// else it goes on along the line through the first two planes, or the last two.
class ToneChoice : public Functor<ToneChoice, eParallel> {
    Indexer<eInput, ePixel> Planes;
    Indexer<eInput, ePixel> Brightness;
    Indexer<eOutput, ePixel> Output;
    Baked<bool> Open;
    mFunctorIndexers(Planes, Brightness, Output)
    mFunctorParameters(Parameter("open", Open.value)
                           .Structure()
                           .Label("Open")
                           .Help("Takes the first plane below black, the last above white."))

  public:
    explicit ToneChoice(bool open = false) : Open(open) {}

    ImageShape Shape(const ImageShape* inputs) const { return {inputs[0].domain, 1}; }

    void Kernel() {
        const float level = Brightness(0) * to_float(Planes.Planes - 1);
        const int below = clamp(to_int(level), 0, max(Planes.Planes - 2, 0));
        const float beyond = level - to_float(below);
        const float part = Open ? clamp(beyond, 0.0f, 1.0f) : beyond;
        const float a = Planes(below), b = Planes(below + 1);
        Output(0) = (1.0f - part) * a + part * b;
    }
};

}  // namespace weft::functors

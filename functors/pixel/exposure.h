// Brightness in photographic stops.
#pragma once

#include "channels.h"
#include "core/functor.h"

namespace weft::functors {

/// Brightens or darkens colours by stops: each doubles the light.
///
/// Values are taken for linear light. One number serves all colours; three are for red, green and
/// blue. Planes after the colours, alpha first, pass unchanged.
class Exposure : public Functor<Exposure, eParallel> {
    Indexer<eInput, ePixel> Input;
    Indexer<eOutput, ePixel> Output;
    FloatList<3> Stops;
    float Factor[3] = {1.0f, 1.0f, 1.0f};
    mFunctorIndexers(Input, Output)
    mFunctorParameters(Parameter("stops", Stops)
                           .Range(-20.0, 20.0)
                           .Label("Stops")
                           .Help("Stops of light, negative ones darken; one number, or red, green, "
                                 "blue."))

  public:
    explicit Exposure(float stops = 0.0f) : Stops{1, {stops}} {}
    Exposure(float red, float green, float blue) : Stops{3, {red, green, blue}} {}

    void Prepare() {
        for (int i = 0; i < 3; ++i) {
            const int last = Stops.count - 1;
            Factor[i] = last < 0 ? 1.0f : exp2(Stops.values[i < last ? i : last]);
        }
    }

    int Copies() const {
        return Factor[0] == 1.0f && Factor[1] == 1.0f && Factor[2] == 1.0f ? 0 : -1;
    }

    void Kernel() {
        const int colours = Input.Colours;
        for (int plane = 0; plane < Input.Planes; ++plane)
            Output(plane) = plane < colours ? at(Factor, plane) * Input(plane) : Input(plane);
    }
};

}  // namespace weft::functors

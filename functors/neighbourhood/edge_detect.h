// How steep a picture is everywhere.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Shows edges: the length of the gradient, by the masks of Prewitt, Sobel or Scharr.
///
/// The masks are scaled so that a ramp of 1 per pixel, along either axis, gives 1.
class EdgeDetect : public Functor<EdgeDetect, eParallel> {
    static constexpr const char* kMasks[] = {"prewitt", "sobel", "scharr"};

  public:
    enum Mask : int { ePrewitt, eSobel, eScharr };

  private:
    Indexer<eInput, eComponent, e2D> Input;
    Indexer<eOutput, eComponent> Output;
    int Weights;
    float Gain;
    float Middle = 2.0f;
    float Scale = 0.125f;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(
        Parameter("mask", Weights)
            .Choices(kMasks)
            .Label("Mask")
            .Help("How the line through the pixel weighs against its neighbours: alike, twice as "
                  "much, or 10 against 3."),
        Parameter("gain", Gain)
            .Range(0.0, 64.0)
            .Label("Gain")
            .Help("Multiplies the gradient; 1 shows a ramp of 1 per pixel as 1."))

  public:
    explicit EdgeDetect(Mask mask = eSobel, float gain = 1.0f)
        : Input(1, 1), Weights(mask), Gain(gain) {}

    void Prepare() {
        Middle = Weights == ePrewitt ? 1.0f : Weights == eSobel ? 2.0f : 10.0f / 3.0f;
        Scale = Gain / (2.0f * (Middle + 2.0f));
    }

    void Kernel() {
        const float falling = Input(1, 1) - Input(-1, -1);
        const float rising = Input(1, -1) - Input(-1, 1);
        const float x = (falling + rising) + Middle * (Input(1, 0) - Input(-1, 0));
        const float y = (falling - rising) + Middle * (Input(0, 1) - Input(0, -1));
        Output() = Scale * sqrt(x * x + y * y);
    }
};

}  // namespace weft::functors

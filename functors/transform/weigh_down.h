// A picture resampled down columns, by weights.
#pragma once

#include "transform/resampling_rows.h"

namespace weft::functors {

/// Adds up elements of each column by weights, which a second picture has: how many pixels are
/// made, where the frame lies, which elements each pixel is made of, and how much each of these
/// weighs (WeightsOfSums).
///
/// What weighs 0 is not looked at. Width, height and scale are those that the weights were made
/// for: at 0, 0 and 1 the picture stays as it is.
class WeighDown : public Functor<WeighDown, eAccumulation> {
    static constexpr int kLargest = 65536;

    Indexer<eInput, eComponent, eRandom> Input;
    Indexer<eInput, eComponent, eRandom> Weights;
    Indexer<eOutput, eComponent> Output;
    int Width = 0, Height = 0;
    float Scale = 1.0f;
    int Taps = 0;
    int Low = 0, High = 0;  // columns of the picture that may hold anything: no weight makes more
    bool AtRest = true;
    mFunctorIndexers(Input, Weights, Output)
    mFunctorParameters(Parameter("width", Width)
                           .PixelsAlongX()
                           .Range(0, kLargest)
                           .Label("Width")
                           .Help("The width that the weights were made for, in pixels, or 0."),
                       Parameter("height", Height)
                           .PixelsAlongY()
                           .Range(0, kLargest)
                           .Label("Height")
                           .Help("The height that the weights were made for, in pixels, or 0."),
                       Parameter("scale", Scale)
                           .Range(0.001, 1000.0)
                           .Label("Scale")
                           .Help("The scale that the weights were made for."))

  public:
    ImageShape Shape(const ImageShape* inputs) const {
        ImageShape shape = inputs[0];
        if (Copies() == 0) return shape;
        shape.domain.y0 = inputs[1].domain.x0;
        shape.domain.y1 = inputs[1].domain.x1;
        shape.frame.y0 = inputs[1].frame.x0;
        shape.frame.y1 = inputs[1].frame.x1;
        shape.pixel_aspect *= inputs[1].pixel_aspect;
        return shape;
    }

    Rect DataWindow(const ImageShape* inputs) const {
        Rect window = inputs[0].data_window;
        if (Copies() == 0) return window;
        window.y0 = inputs[1].data_window.x0;
        window.y1 = inputs[1].data_window.x1;
        return window;
    }

    void Measure() {
        AtRest = Copies() == 0;
        Low = Input.DataWindow.x0;
        High = Input.DataWindow.x1;
        Taps = AtRest ? 0 : max(Weights.Domain.y1 - Weights.Domain.y0 - eWeightRows, 0);
    }

    int Copies() const { return Width == 0 && Height == 0 && Scale == 1.0f ? 0 : -1; }

    void Kernel() {
        const int top = Weights.Domain.y0;
        const int first = Input.Domain.y0 + to_int(Weights(Y(), top + ePlaceRow));
        float sum = Weights(Y(), top + eStartRow);
        for (int tap = 0; tap < Taps; ++tap) {
            const float weight = Weights(Y(), top + eWeightRows + tap);
            const float longer = fma(weight, Input(X(), first + tap), sum);
            sum = weight != 0.0f ? longer : sum;
        }
        if (AtRest)
            Output() = Input(X(), Y());
        else
            Output() = X() >= Low && X() < High ? sum : 0.0f;
    }
};

}  // namespace weft::functors

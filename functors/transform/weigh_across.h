// A picture resampled across rows, by weights.
#pragma once

#include "transform/resampling_rows.h"

namespace weft::functors {

/// Adds up elements of each row by weights, which a second picture has: how many pixels are made,
/// where the frame lies, which elements each pixel is made of, and how much each of these weighs
/// (WeightsOfSums).
///
/// What weighs 0 is not looked at. Width, height and scale are those that the weights were made
/// for: at 0, 0 and 1 the picture stays as it is.
class WeighAcross : public Functor<WeighAcross, eAccumulation> {
    static constexpr int kLargest = 65536;

    Indexer<eInput, eComponent, eRandom> Input;
    Indexer<eInput, eComponent, eRandom> Weights;
    Indexer<eOutput, eComponent> Output;
    int Width = 0, Height = 0;
    float Scale = 1.0f;
    int Taps = 0;
    int Low = 0, High = 0;  // rows of the picture that may hold anything: no weight makes more
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
        shape.domain.x0 = inputs[1].domain.x0;
        shape.domain.x1 = inputs[1].domain.x1;
        shape.frame.x0 = inputs[1].frame.x0;
        shape.frame.x1 = inputs[1].frame.x1;
        shape.pixel_aspect *= inputs[1].pixel_aspect;
        return shape;
    }

    Rect DataWindow(const ImageShape* inputs) const {
        Rect window = inputs[0].data_window;
        if (Copies() == 0) return window;
        window.x0 = inputs[1].data_window.x0;
        window.x1 = inputs[1].data_window.x1;
        return window;
    }

    void Measure() {
        AtRest = Copies() == 0;
        Low = Input.DataWindow.y0;
        High = Input.DataWindow.y1;
        Taps = AtRest ? 0 : max(Weights.Domain.y1 - Weights.Domain.y0 - eWeightRows, 0);
    }

    int Copies() const { return Width == 0 && Height == 0 && Scale == 1.0f ? 0 : -1; }

    void Kernel() {
        const int top = Weights.Domain.y0;
        const int first = Input.Domain.x0 + to_int(Weights(X(), top + ePlaceRow));
        float sum = Weights(X(), top + eStartRow);
        for (int tap = 0; tap < Taps; ++tap) {
            const float weight = Weights(X(), top + eWeightRows + tap);
            const float longer = fma(weight, Input(first + tap, Y()), sum);
            sum = weight != 0.0f ? longer : sum;
        }
        if (AtRest)
            Output() = Input(X(), Y());
        else
            Output() = Y() >= Low && Y() < High ? sum : 0.0f;
    }
};

}  // namespace weft::functors

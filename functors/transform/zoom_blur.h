// A blur towards a point, as of a camera that moves.
#pragma once

#include "core/functor.h"
#include "transform/moved.h"

namespace weft::functors {

/// Blurs a picture along the lines through a point, as a zoom or a move towards it does.
///
/// Each pixel is the average of evenly spaced samples of the line from itself towards the centre,
/// read bilinearly, which stays within the picture's range; the farther out, the longer the line.
/// Beyond the picture is border (the nearest pixel, unless the node says otherwise).
class ZoomBlur : public Functor<ZoomBlur, eParallel> {
    Indexer<eInput, eComponent, eRandom> Input;
    Indexer<eOutput, eComponent> Output;
    float Amount;
    int Samples = 16;
    float CentreX = 0.5f, CentreY = 0.5f;
    float MiddleX = 0.0f, MiddleY = 0.0f;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(
        Parameter("amount", Amount)
            .Range(-1.0, 1.0)
            .Label("Amount")
            .Help("Length of the line as a part of the distance to the centre; below 0 outwards, "
                  "0 leaves the picture as it is."),
        Parameter("samples", Samples)
            .Range(1, 256)
            .Label("Samples")
            .Help("How many samples each line has: more where steps show."),
        Parameter("centre-x", CentreX)
            .Range(-10.0, 10.0)
            .Label("Centre X")
            .Begins(ParameterGroup::ePoint)
            .Help("Where the lines meet: 0 is the left side, 1 the right."),
        Parameter("centre-y", CentreY)
            .Range(-10.0, 10.0)
            .Label("Centre Y")
            .Help("Where the lines meet: 0 is the top, 1 the bottom."))

  public:
    explicit ZoomBlur(float amount = 0.1f) : Amount(amount) {}

    /// What is read at p + (centre - p) t lies 1 / (1 - t) times as far from the centre as there.
    Rect DataWindow(const ImageShape* inputs) const {
        constexpr float kNearest = 1.0f / 256;
        const ImageShape& in = inputs[0];
        if (1.0f - Amount < kNearest) return in.domain;
        return scaled_about(centre(in.frame.x0, in.frame.x1, CentreX),
                            centre(in.frame.y0, in.frame.y1, CentreY), 1.0f, 1.0f / (1.0f - Amount),
                            in.data_window, filter_reach(eBilinear), 1, in.domain);
    }

    void Measure() {
        MiddleX = centre(Input.Frame.x0, Input.Frame.x1, CentreX);
        MiddleY = centre(Input.Frame.y0, Input.Frame.y1, CentreY);
    }

    int Copies() const { return Amount == 0.0f ? 0 : -1; }

    void Kernel() {
        const float x = to_float(X()), y = to_float(Y());
        const float step = Amount / to_float(max(Samples - 1, 1));
        float sum = -0.0f;  // to which -0 adds up to -0
        for (int i = 0; i < Samples; ++i) {
            const float share = step * to_float(i);
            sum += Input.Bilinear(x + (MiddleX - x) * share, y + (MiddleY - y) * share);
        }
        Output() = Amount == 0.0f ? Input(X(), Y()) : sum / to_float(Samples);
    }

  private:
    static float centre(int first, int last, float part) {
        return to_float(first) + part * to_float(last - first) - 0.5f;
    }
};

}  // namespace weft::functors

// Darkening towards the corners.
#pragma once

#include "channels.h"
#include "core/functor.h"

namespace weft::functors {

/// Darkens a picture towards its corners, as lenses do.
///
/// Distance is measured from the picture's centre, so that its corners lie at 1. Alpha, and planes
/// after it, stay as they are.
class Vignette : public Functor<Vignette, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    float Amount;
    float Start = 0.5f;
    float Softness = 0.6f;
    float Roundness = 0.0f;
    float CentreX = 0.0f, CentreY = 0.0f;
    float PerPixelX = 1.0f, PerPixelY = 1.0f;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(
        Parameter("amount", Amount)
            .Range(-1.0, 1.0)
            .Label("Amount")
            .Help("How dark the corners become: 1 is black; below 0 they become brighter."),
        Parameter("start", Start)
            .Range(0.0, 2.0)
            .Label("Start")
            .Help("Distance at which the darkening begins."),
        Parameter("softness", Softness)
            .Range(0.0, 2.0)
            .Label("Softness")
            .Help("Distance over which it becomes full; 0 is a hard edge."),
        Parameter("roundness", Roundness)
            .Range(0.0, 1.0)
            .Label("Roundness")
            .Help("0 follows the picture's sides, as an ellipse; 1 is a circle."))

  public:
    explicit Vignette(float amount = 0.7f) : Amount(amount) {}

    Rect DataWindow(const ImageShape* inputs) const { return inputs[0].data_window; }

    void Measure() {
        const Rect& d = Input.Frame;
        const float half_width = 0.5f * to_float(d.width()),
                    half_height = 0.5f * to_float(d.height());
        const float diagonal = sqrt(half_width * half_width + half_height * half_height);
        const float corner = sqrt(2.0f);
        CentreX = to_float(d.x0) + half_width - 0.5f;
        CentreY = to_float(d.y0) + half_height - 0.5f;
        PerPixelX = mix(1.0f / (corner * half_width), 1.0f / diagonal, Roundness);
        PerPixelY = mix(1.0f / (corner * half_height), 1.0f / diagonal, Roundness);
    }

    int Copies() const { return Amount == 0.0f ? 0 : -1; }

    void Kernel() {
        const float x = (to_float(X()) - CentreX) * PerPixelX;
        const float y = (to_float(Y()) - CentreY) * PerPixelY;
        const float distance = sqrt(x * x + y * y) - Start;
        const float share =
            Softness > 0.0f ? smoothstep(0.0f, Softness, distance) : step(0.0f, distance);
        const bool colour = Plane() < Input.Colours;
        Output() = colour ? Input() * (1.0f - Amount * share) : Input();
    }
};

}  // namespace weft::functors

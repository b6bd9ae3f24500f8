// A matte from how much a picture differs from the same view without what is in front.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Makes a matte of one plane: 0 where a picture is like a clean plate, 1 where it differs.
///
/// The difference is the root of the mean square over red, green and blue, of which the part that
/// all three share, a change of brightness, may count for less: shadows on the plate then stay part
/// of it. The matte is 0 up to the tolerance and rises evenly to 1 over the softness. A picture of
/// fewer than three planes counts as grey by its first plane. Where the difference is not a number,
/// which takes a NaN or an infinity, the matte is 1.
class DifferenceKeyer : public Functor<DifferenceKeyer, eParallel> {
    Indexer<eInput, ePixel> Input;
    Indexer<eInput, ePixel> Plate;
    Indexer<eOutput, eComponent> Output;
    float Tolerance;
    float Softness;
    float Brightness;
    float Slope = 1.0f;
    mFunctorIndexers(Input, Plate, Output)
    mFunctorParameters(
        Parameter("tolerance", Tolerance)
            .Range(0.0, 64.0)
            .Label("Tolerance")
            .Help("Differences up to this are noise: the matte is 0 there."),
        Parameter("softness", Softness)
            .Range(0.0, 64.0)
            .Label("Softness")
            .Help("How far above the tolerance the matte reaches 1; 0 is a hard edge."),
        Parameter("brightness", Brightness)
            .Range(0.0, 1.0)
            .Label("Brightness")
            .Help("How much a change of brightness alone counts; less ignores shadows."))

  public:
    explicit DifferenceKeyer(float tolerance = 0.1f, float softness = 0.1f, float brightness = 1.0f)
        : Tolerance(tolerance), Softness(softness), Brightness(brightness) {}

    void Prepare() { Slope = 1.0f / max(Softness, 1.0e-6f); }

    void Kernel() {
        const bool colour = Input.Planes >= 3;
        const bool plate_colour = Plate.Planes >= 3;
        const float red = Input(0) - Plate(0);
        const float green = Input(colour ? 1 : 0) - Plate(plate_colour ? 1 : 0);
        const float blue = Input(colour ? 2 : 0) - Plate(plate_colour ? 2 : 0);
        const float mean = (red + green + blue) * (1.0f / 3.0f);
        const float hue = (red - mean) * (red - mean) + (green - mean) * (green - mean) +
                          (blue - mean) * (blue - mean);
        const float grey = Brightness * mean;
        const float difference = sqrt(hue * (1.0f / 3.0f) + grey * grey);
        const float matte = (difference - Tolerance) * Slope;
        const float rising = matte < 1.0f ? matte : 1.0f;
        Output() = difference <= Tolerance ? 0.0f : rising;
    }
};

}  // namespace weft::functors

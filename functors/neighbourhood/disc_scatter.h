// Averages samples scattered evenly over a disc: the sparse filter of a diffusion.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Averages points spread evenly over a disc, as light scattered by a diffusing glass.
///
/// The points lie on Fermat's spiral at steps of the golden angle (a sunflower's pattern), rounded
/// to whole pixels: point i of n is at distance radius sqrt((i + 1/2)/n). All weigh alike. A disc
/// of less than half a pixel is the pixel itself.
class DiscScatter : public Functor<DiscScatter, eParallel> {
    Indexer<eInput, eComponent, eSparse> Input;
    Indexer<eOutput, eComponent> Output;
    float Radius;
    int Samples;
    float Weight = 1.0f;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(Parameter("radius", Radius)
                           .Pixels()
                           .Structure()
                           .Range(0.0, 256.0)
                           .Label("Radius")
                           .Help("Radius of the disc in pixels; 0 leaves the picture as it is."),
                       Parameter("samples", Samples)
                           .Structure()
                           .Range(1, kMaxSparseOffsets)
                           .Label("Samples")
                           .Help("Points read for each pixel: more are smoother and slower."))

  public:
    explicit DiscScatter(float radius = 12.0f, int samples = 24)
        : Radius(radius), Samples(samples) {}

    void Prepare() {
        constexpr float kGoldenAngle = 2.39996323f;
        Input.Offsets = {};
        Input.Offsets.count = Radius < 0.5f ? 1 : Samples;
        for (int i = 0; i < Input.Offsets.count; ++i) {
            const float distance = Radius * sqrt((to_float(i) + 0.5f) / to_float(Samples));
            const float angle = kGoldenAngle * to_float(i);
            Input.Offsets.items[i] = {round_to_int(distance * cos(angle)),
                                      round_to_int(distance * sin(angle))};
        }
        Weight = 1.0f / to_float(Input.Offsets.count);
    }

    int Copies() const { return Radius < 0.5f ? 0 : -1; }

    void Kernel() {
        float sum = -0.0f;  // to which -0 adds up to -0
        for (int i = 0; i < Input.Count; ++i) sum += Input(i);
        Output() = sum * Weight;
    }
};

}  // namespace weft::functors

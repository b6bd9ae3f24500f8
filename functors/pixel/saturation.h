// How far colours are from grey.
#pragma once

#include "channels.h"
#include "core/functor.h"

namespace weft::functors {

/// Moves colours away from the grey of their own luminance, or towards it: 0 leaves that grey.
///
/// Colours are the first three planes; planes after them, alpha first, pass unchanged, and so do
/// pictures of fewer planes, which have no colour.
class Saturation : public Functor<Saturation, eParallel> {
    static constexpr const char* kWeightings[] = {"rec709", "rec601", "rec2020", "average"};
    static constexpr float kWeights[4][3] = {{kRedLuminance, kGreenLuminance, kBlueLuminance},
                                             {0.299f, 0.587f, 0.114f},
                                             {0.2627f, 0.678f, 0.0593f},
                                             {1.0f / 3.0f, 1.0f / 3.0f, 1.0f / 3.0f}};

  public:
    enum Weighting : int { eRec709, eRec601, eRec2020, eAverage };

  private:
    Indexer<eInput, ePixel> Input;
    Indexer<eOutput, ePixel> Output;
    float Amount;
    int Luminance;
    float Weights[3] = {kRedLuminance, kGreenLuminance, kBlueLuminance};
    mFunctorIndexers(Input, Output)
    mFunctorParameters(
        Parameter("saturation", Amount)
            .Range(-4.0, 4.0)
            .Label("Saturation")
            .Help(
                "0 is grey, 1 changes nothing, more is more colourful; negative ones invert hue."),
        Parameter("luminance", Luminance)
            .Choices(kWeightings)
            .Label("Luminance")
            .Help("How red, green and blue weigh in the grey."))

  public:
    explicit Saturation(float saturation = 1.0f, Weighting luminance = eRec709)
        : Amount(saturation), Luminance(luminance) {}

    void Prepare() {
        for (int i = 0; i < 3; ++i) Weights[i] = at(kWeights, Luminance)[i];
    }

    int Copies() const { return Amount == 1.0f ? 0 : -1; }

    void Kernel() {
        const bool colour = Input.Colours == 3;
        const float grey =
            colour ? Weights[0] * Input(0) + Weights[1] * Input(1) + Weights[2] * Input(2) : 0.0f;
        for (int plane = 0; plane < Input.Planes; ++plane)
            Output(plane) = colour && plane < 3 && Amount != 1.0f ? mix(grey, Input(plane), Amount)
                                                                  : Input(plane);
    }
};

}  // namespace weft::functors

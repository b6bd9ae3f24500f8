// A picture of one colour.
#pragma once

#include "core/functor.h"
#include "generator/colours.h"

namespace weft::functors {

/// Makes a picture of one colour.
///
/// The picture begins at 0,0. With one plane it holds red, with two red and alpha; planes after the
/// fourth are 0.
class Constant : public Functor<Constant, eParallel> {
    Indexer<eOutput, eComponent> Output;
    int Width, Height, Channels;
    float Red, Green, Blue, Alpha;
    mFunctorIndexers(Output)
    mFunctorParameters(
        Parameter("width", Width)
            .PixelsAlongX()
            .Range(0, kLargestSide)
            .Label("Width")
            .Help(kWidthHelp),
        Parameter("height", Height)
            .PixelsAlongY()
            .Range(0, kLargestSide)
            .Label("Height")
            .Help(kHeightHelp),
        Parameter("channels", Channels)
            .Range(1, kMaxPlanes)
            .Label("Channels")
            .Help(
                "How many planes: 1 is grey, 2 grey and alpha, 3 red, green, blue, 4 with alpha."),
        Parameter("red", Red)
            .Range(-kColourLimit, kColourLimit)
            .Label("Red")
            .Begins(ParameterGroup::eColour)
            .Help("Red; 1 is white."),
        Parameter("green", Green)
            .Range(-kColourLimit, kColourLimit)
            .Label("Green")
            .Help("Green; 1 is white."),
        Parameter("blue", Blue)
            .Range(-kColourLimit, kColourLimit)
            .Label("Blue")
            .Help("Blue; 1 is white."),
        Parameter("alpha", Alpha)
            .Range(-kColourLimit, kColourLimit)
            .Label("Alpha")
            .Help("Opacity; the colour is not multiplied by it."))

  public:
    explicit Constant(float red = 0.18f, float green = 0.18f, float blue = 0.18f,
                      float alpha = 1.0f, int width = 1920, int height = 1080, int channels = 4)
        : Width(width),
          Height(height),
          Channels(channels),
          Red(red),
          Green(green),
          Blue(blue),
          Alpha(alpha) {}

    ImageShape Shape(const ImageShape*) const { return {generated_frame(Width, Height), Channels}; }

    void Kernel() {
        Output() = colour_plane(Plane(), Output.Colours, Output.Alpha, Red, Green, Blue, Alpha);
    }
};

}  // namespace weft::functors

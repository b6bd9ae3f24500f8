// A checkerboard.
#pragma once

#include "core/functor.h"
#include "generator/colours.h"

namespace weft::functors {

/// Makes a checkerboard of two colours, for looking at transforms and transparency.
///
/// The picture begins at 0,0 with a whole square of the first colour; it is opaque. With one plane
/// it holds red; planes after the fourth are 0.
class Checkerboard : public Functor<Checkerboard, eParallel> {
    Indexer<eOutput, eComponent> Output;
    int Width, Height, Channels;
    int Size;
    float FirstRed = 0.1f, FirstGreen = 0.1f, FirstBlue = 0.1f;
    float SecondRed = 0.5f, SecondGreen = 0.5f, SecondBlue = 0.5f;
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
        Parameter("size", Size)
            .Pixels()
            .Range(1, kLargestSide)
            .Label("Size")
            .Help("Side of a square in pixels."),
        Parameter("first-red", FirstRed)
            .Range(-kColourLimit, kColourLimit)
            .Label("First red")
            .Begins(ParameterGroup::eColour)
            .Help("Red of the first square."),
        Parameter("first-green", FirstGreen)
            .Range(-kColourLimit, kColourLimit)
            .Label("First green")
            .Help("Green of the first square."),
        Parameter("first-blue", FirstBlue)
            .Range(-kColourLimit, kColourLimit)
            .Label("First blue")
            .Help("Blue of the first square."),
        Parameter("second-red", SecondRed)
            .Range(-kColourLimit, kColourLimit)
            .Label("Second red")
            .Begins(ParameterGroup::eColour)
            .Help("Red of the squares beside it."),
        Parameter("second-green", SecondGreen)
            .Range(-kColourLimit, kColourLimit)
            .Label("Second green")
            .Help("Green of the squares beside it."),
        Parameter("second-blue", SecondBlue)
            .Range(-kColourLimit, kColourLimit)
            .Label("Second blue")
            .Help("Blue of the squares beside it."))

  public:
    explicit Checkerboard(int size = 64, int width = 1920, int height = 1080, int channels = 4)
        : Width(width), Height(height), Channels(channels), Size(size) {}

    ImageShape Shape(const ImageShape*) const { return {generated_frame(Width, Height), Channels}; }

    void Kernel() {
        const int squares = divide(X(), Size) + divide(Y(), Size);
        const float first = colour_plane(Plane(), Output.Colours, Output.Alpha, FirstRed,
                                         FirstGreen, FirstBlue, 1.0f);
        const float second = colour_plane(Plane(), Output.Colours, Output.Alpha, SecondRed,
                                          SecondGreen, SecondBlue, 1.0f);
        Output() = (squares & 1) == 0 ? first : second;
    }
};

}  // namespace weft::functors

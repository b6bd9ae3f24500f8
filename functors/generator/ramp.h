// A gradient from one colour to another.
#pragma once

#include "core/functor.h"
#include "generator/colours.h"

namespace weft::functors {

/// Makes a gradient from one colour to another, along a line or outwards from a point.
///
/// The line goes through the picture's centre and spans it from corner to corner as seen along the
/// line; of a radial ramp the end lies as far from the centre as the nearest side. Before its start
/// and beyond its end the ramp keeps their colours. The picture begins at 0,0; with one plane it
/// holds red, with two red and alpha; planes after the fourth are 0.
class Ramp : public Functor<Ramp, eParallel> {
  public:
    enum Kind : int { eLinear, eRadial };

  private:
    static constexpr const char* kKinds[] = {"linear", "radial"};

    Indexer<eOutput, eComponent> Output;
    int Width, Height, Channels;
    int How = eLinear;
    float Angle;
    bool Smooth = false;
    float StartRed = 0.0f, StartGreen = 0.0f, StartBlue = 0.0f, StartAlpha = 1.0f;
    float EndRed = 1.0f, EndGreen = 1.0f, EndBlue = 1.0f, EndAlpha = 1.0f;
    float CentreX = 0.0f, CentreY = 0.0f;  // of pixel centres
    float AlongX = 0.0f, AlongY = 0.0f;    // of the ramp, per pixel
    float PerPixel = 0.0f;                 // of a radial ramp
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
        Parameter("kind", How)
            .Choices(kKinds)
            .Label("Kind")
            .Help("Along a line, or outwards from the picture's centre."),
        Parameter("angle", Angle)
            .Range(-360.0, 360.0)
            .Label("Angle")
            .Help("Direction of the line in degrees, 0 to the right, 90 upwards."),
        Parameter("smooth", Smooth)
            .Label("Smooth")
            .Help("Sets out and arrives gently instead of evenly."),
        Parameter("start-red", StartRed)
            .Range(-kColourLimit, kColourLimit)
            .Label("Start red")
            .Begins(ParameterGroup::eColour)
            .Help("Red at the start; 1 is white."),
        Parameter("start-green", StartGreen)
            .Range(-kColourLimit, kColourLimit)
            .Label("Start green")
            .Help("Green at the start."),
        Parameter("start-blue", StartBlue)
            .Range(-kColourLimit, kColourLimit)
            .Label("Start blue")
            .Help("Blue at the start."),
        Parameter("start-alpha", StartAlpha)
            .Range(-kColourLimit, kColourLimit)
            .Label("Start alpha")
            .Help("Opacity at the start."),
        Parameter("end-red", EndRed)
            .Range(-kColourLimit, kColourLimit)
            .Label("End red")
            .Begins(ParameterGroup::eColour)
            .Help("Red at the end; 1 is white."),
        Parameter("end-green", EndGreen)
            .Range(-kColourLimit, kColourLimit)
            .Label("End green")
            .Help("Green at the end."),
        Parameter("end-blue", EndBlue)
            .Range(-kColourLimit, kColourLimit)
            .Label("End blue")
            .Help("Blue at the end."),
        Parameter("end-alpha", EndAlpha)
            .Range(-kColourLimit, kColourLimit)
            .Label("End alpha")
            .Help("Opacity at the end."))

  public:
    explicit Ramp(float angle = 0.0f, int width = 1920, int height = 1080, int channels = 4)
        : Width(width), Height(height), Channels(channels), Angle(angle) {}

    ImageShape Shape(const ImageShape*) const { return {generated_frame(Width, Height), Channels}; }

    void Prepare() {
        constexpr float kRadians = 0.0174532925f;
        const float x = cos(kRadians * Angle), y = -sin(kRadians * Angle);
        const Rect frame = generated_frame(Width, Height);
        const float width = to_float(frame.width()), height = to_float(frame.height());
        const float span = abs(x) * width + abs(y) * height;
        CentreX = 0.5f * (width - 1.0f);
        CentreY = 0.5f * (height - 1.0f);
        AlongX = x / span;
        AlongY = y / span;
        PerPixel = 2.0f / min(width, height);
    }

    void Kernel() {
        const float x = to_float(X()) - CentreX, y = to_float(Y()) - CentreY;
        const float along =
            How == eRadial ? sqrt(x * x + y * y) * PerPixel : 0.5f + (x * AlongX + y * AlongY);
        const float even = clamp(along, 0.0f, 1.0f);
        const float t = Smooth ? smoothstep(0.0f, 1.0f, even) : even;
        Output() = mix(colour_plane(Plane(), Output.Colours, Output.Alpha, StartRed, StartGreen,
                                    StartBlue, StartAlpha),
                       colour_plane(Plane(), Output.Colours, Output.Alpha, EndRed, EndGreen,
                                    EndBlue, EndAlpha),
                       t);
    }
};

}  // namespace weft::functors

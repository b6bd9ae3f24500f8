// A picture moved, turned and scaled.
#pragma once

#include "core/functor.h"
#include "transform/filter.h"
#include "transform/moved.h"
#include "transform/turn.h"

namespace weft::functors {

/// Moves, turns, skews and scales a picture within its frame.
///
/// The picture is scaled, then skewed, then turned about the pivot, then moved; what leaves the
/// frame is lost, and where nothing comes to lie is border (transparent black, unless the node says
/// otherwise). A whole move, half turns and an unchanged picture keep every value to the bit, as do
/// quarter turns of a square. The default filter stays within the pixels that it reads between, so
/// that mattes stay between 0 and 1 and highlights cast no dark seams; cubic is a little sharper
/// and does not.
class Transform : public Functor<Transform, eParallel> {
    Indexer<eInput, eComponent, eRandom> Input;
    Indexer<eOutput, eComponent> Output;
    float MoveX, MoveY, Angle, ScaleX, ScaleY;
    float Skew = 0.0f;
    float PivotX = 0.5f, PivotY = 0.5f;
    Baked<int> How = eClampedCubic;
    int Samples = 1;
    // From an element, as seen from the pivot, to what it shows, less where it lies itself: nothing
    // where nothing changes, so that nothing is rounded.
    float XX = 0.0f, XY = 0.0f, YX = 0.0f, YY = 0.0f, X0 = 0.0f, Y0 = 0.0f;
    float CentreX = 0.0f, CentreY = 0.0f;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(
        Parameter("move-x", MoveX)
            .PixelsAlongX()
            .Range(-65536.0, 65536.0)
            .Label("Move X")
            .Begins(ParameterGroup::eShift)
            .Help("Moves the picture to the right, in pixels."),
        Parameter("move-y", MoveY)
            .PixelsAlongY()
            .Range(-65536.0, 65536.0)
            .Label("Move Y")
            .Help("Moves the picture downwards, in pixels."),
        Parameter("angle", Angle)
            .Range(-3600.0, 3600.0)
            .Label("Angle")
            .Help("Turns the picture counter-clockwise, in degrees."),
        Parameter("scale-x", ScaleX)
            .Range(0.001, 1000.0)
            .Label("Scale X")
            .Help("Multiplies the width."),
        Parameter("scale-y", ScaleY)
            .Range(0.001, 1000.0)
            .Label("Scale Y")
            .Help("Multiplies the height."),
        Parameter("skew", Skew)
            .Range(-10.0, 10.0)
            .Label("Skew")
            .Help("Moves rows to the right, by so much for each pixel above the pivot."),
        Parameter("pivot-x", PivotX)
            .Range(-10.0, 10.0)
            .Label("Pivot X")
            .Begins(ParameterGroup::ePoint)
            .Help("The fixed point of turns and scales: 0 is the left side, 1 the right."),
        Parameter("pivot-y", PivotY)
            .Range(-10.0, 10.0)
            .Label("Pivot Y")
            .Help("The fixed point of turns and scales: 0 is the top, 1 the bottom."),
        Parameter("filter", How.value)
            .Choices(kFilterNames)
            .Structure()
            .Label("Filter")
            .Help(kFilterHelp),
        Parameter("samples", Samples).Range(1, kMaxSamples).Label("Samples").Help(kSamplesHelp))

  public:
    explicit Transform(float move_x = 0.0f, float move_y = 0.0f, float angle = 0.0f,
                       float scale_x = 1.0f, float scale_y = 1.0f)
        : MoveX(move_x), MoveY(move_y), Angle(angle), ScaleX(scale_x), ScaleY(scale_y) {
        Input.border = kNothing;
    }

    void Prepare() {
        // Backwards: turned back, skewed back, divided. y grows downwards, skew is from above.
        const Turn t = turn_by(Angle);
        const float xx = (t.cosine + Skew * t.sine) / ScaleX,
                    xy = (Skew * t.cosine - t.sine) / ScaleX;
        const float yx = t.sine / ScaleY, yy = t.cosine / ScaleY;
        XX = xx - 1.0f;
        XY = xy;
        YX = yx;
        YY = yy - 1.0f;
        X0 = -(xx * MoveX + xy * MoveY);
        Y0 = -(yx * MoveX + yy * MoveY);
    }

    Rect DataWindow(const ImageShape* inputs) const {
        return place_of(inputs[0].data_window, inputs[0].frame);
    }

    void Measure() {
        const Rect& d = Input.Frame;
        CentreX = to_float(d.x0) + PivotX * to_float(d.width()) - 0.5f;
        CentreY = to_float(d.y0) + PivotY * to_float(d.height()) - 0.5f;
    }

    int Copies() const {
        const bool stays =
            XX == 0.0f && XY == 0.0f && YX == 0.0f && YY == 0.0f && X0 == 0.0f && Y0 == 0.0f;
        return stays && Samples == 1 ? 0 : -1;
    }

    void Kernel() {
        const float x = to_float(X()), y = to_float(Y());
        float sum = -0.0f;  // to which -0 adds up to -0
        for (int j = 0; j < Samples; ++j)
            for (int i = 0; i < Samples; ++i)
                sum += shown_at(x + sample_offset(i, Samples), y + sample_offset(j, Samples));
        Output() = sum / to_float(Samples * Samples);
    }

  private:
    /// Where what lies in `part` may be seen.
    Rect place_of(const Rect& part, const Rect& frame) const {
        if (Copies() == 0) return part;
        const float centre_x = to_float(frame.x0) + PivotX * to_float(frame.width()) - 0.5f;
        const float centre_y = to_float(frame.y0) + PivotY * to_float(frame.height()) - 0.5f;
        const float xx = XX + 1.0f, yy = YY + 1.0f, under = xx * yy - XY * YX;
        // Moved by whole elements it is seen through no filter.
        const bool steps = XX == 0.0f && XY == 0.0f && YX == 0.0f && YY == 0.0f &&
                           X0 == floor(X0) && Y0 == floor(Y0) && Samples == 1;
        return image_of(part, steps ? 0.0f : filter_reach(How), Samples, hull(around(frame), part),
                        [&](PointHull& seen, float sx, float sy) {
                            const float dx = sx - centre_x - X0, dy = sy - centre_y - Y0;
                            seen.add(centre_x + (dx * yy - dy * XY) / under,
                                     centre_y + (dy * xx - dx * YX) / under);
                        });
    }

    float shown_at(float x, float y) const {
        const float dx = x - CentreX, dy = y - CentreY;
        const float sx = x + (dx * XX + dy * XY + X0), sy = y + (dx * YX + dy * YY + Y0);
        if (How == eNearest) return Input.Nearest(sx, sy);
        if (How == eBilinear) return Input.Bilinear(sx, sy);
        if (How == eCubic) return Input.Cubic(sx, sy);
        return Input.ClampedCubic(sx, sy);
    }
};

}  // namespace weft::functors

// A picture displaced by another.
#pragma once

#include "core/functor.h"
#include "transform/filter.h"
#include "transform/moved.h"

namespace weft::functors {

/// Displaces every pixel of a picture by what a map holds there.
///
/// The result shows at (x, y) what the picture has at (x + scale-x (red - zero), y + scale-y (green
/// - zero)); of a map with one plane that plane moves both ways. A value that is not a number
/// displaces to border, but by a scale of 0 nothing is displaced. The result is as large as the
/// picture; beyond the map its border counts, beyond the picture the picture's (the nearest pixel,
/// unless the node says otherwise). The default filter, bilinear, stays within the pixels that it
/// reads between, as does clamped-cubic: as mattes need it; cubic does not.
class Displace : public Functor<Displace, eParallel> {
    Indexer<eInput, ePixel, eRandom> Input;
    Indexer<eInput, ePixel> Map;
    Indexer<eOutput, ePixel> Output;
    float ScaleX, ScaleY;
    float Zero = 0.0f;
    Baked<int> How = eBilinear;
    mFunctorIndexers(Input, Map, Output)
    mFunctorParameters(
        Parameter("scale-x", ScaleX)
            .PixelsAlongX()
            .Range(-65536.0, 65536.0)
            .Label("Scale X")
            .Help("Pixels to the right that a value of 1 in the map's red reads from."),
        Parameter("scale-y", ScaleY)
            .PixelsAlongY()
            .Range(-65536.0, 65536.0)
            .Label("Scale Y")
            .Help("Pixels down that a value of 1 in the map's green reads from."),
        Parameter("zero", Zero)
            .Range(-1.0, 1.0)
            .Label("Zero")
            .Help("The map's value that displaces nothing: 0, or 0.5 where grey means rest."),
        Parameter("filter", How.value)
            .Choices(kFilterNames)
            .Structure()
            .Label("Filter")
            .Help(kFilterHelp))

  public:
    explicit Displace(float scale_x = 32.0f, float scale_y = 32.0f)
        : ScaleX(scale_x), ScaleY(scale_y) {}

    ImageShape Shape(const ImageShape* inputs) const { return inputs[0]; }

    /// Beyond the map all is displaced alike; within it anything may show, but along an axis on
    /// which nothing is displaced.
    Rect DataWindow(const ImageShape* inputs) const {
        const Rect &picture = inputs[0].data_window, &map = inputs[1].data_window,
                   &domain = inputs[0].domain;
        const float x = moved_by(ScaleX, 0.0f), y = moved_by(ScaleY, 0.0f);
        Rect alike = picture;
        if (x != 0.0f || y != 0.0f)
            alike =
                image_of(picture, filter_reach(How), 1, domain,
                         [&](PointHull& seen, float sx, float sy) { seen.add(sx - x, sy - y); });
        const Rect all = hull(alike, map);
        return intersect(
            all, {ScaleX == 0.0f ? picture.x0 : all.x0, ScaleY == 0.0f ? picture.y0 : all.y0,
                  ScaleX == 0.0f ? picture.x1 : all.x1, ScaleY == 0.0f ? picture.y1 : all.y1});
    }

    int Copies() const { return ScaleX == 0.0f && ScaleY == 0.0f ? 0 : -1; }

    void Kernel() {
        const float x = to_float(X()) + moved_by(ScaleX, Map(0));
        const float y = to_float(Y()) + moved_by(ScaleY, Map(min(1, Map.Planes - 1)));
        for (int plane = 0; plane < Input.Planes; ++plane) {
            if (How == eNearest)
                Output(plane) = Input.Nearest(x, y, plane);
            else if (How == eBilinear)
                Output(plane) = Input.Bilinear(x, y, plane);
            else if (How == eCubic)
                Output(plane) = Input.Cubic(x, y, plane);
            else
                Output(plane) = Input.ClampedCubic(x, y, plane);
        }
    }

  private:
    float moved_by(float scale, float value) const {
        return scale == 0.0f ? 0.0f : scale * (value - Zero);
    }
};

}  // namespace weft::functors

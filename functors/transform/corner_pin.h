// A picture pinned to four points, in perspective.
#pragma once

#include "core/functor.h"
#include "transform/filter.h"
#include "transform/moved.h"
#include "transform/perspective.h"

namespace weft::functors {

/// Pins the four corners of a picture to four points, in perspective.
///
/// Points are fractions of the frame: 0 is its left side or its top, 1 its right side or its
/// bottom. Outside the figure is border (transparent black, unless the node says otherwise). Where
/// the four points make no convex figure, on a line or crossed, nothing of the picture is shown.
/// The default filter stays within the pixels that it reads between, as mattes need it; cubic is a
/// little sharper and does not.
class CornerPin : public Functor<CornerPin, eParallel> {
    Indexer<eInput, eComponent, eRandom> Input;
    Indexer<eOutput, eComponent> Output;
    float LeftTopX = 0.0f, LeftTopY = 0.0f, RightTopX = 1.0f, RightTopY = 0.0f;
    float RightBottomX = 1.0f, RightBottomY = 1.0f, LeftBottomX = 0.0f, LeftBottomY = 1.0f;
    Baked<int> How = eClampedCubic;
    int Samples = 1;
    // From elements, counted from the frame's middle, to elements counted from the middle.
    float A = 1.0f, B = 0.0f, C = 0.0f, D = 0.0f, E = 1.0f, F = 0.0f, G = 0.0f, H = 0.0f, I = 1.0f;
    float MiddleX = 0.0f, MiddleY = 0.0f;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(
        Parameter("left-top-x", LeftTopX)
            .Range(-4.0, 5.0)
            .Label("Left top X")
            .Begins(ParameterGroup::ePoint)
            .Help("Where the left top corner goes, across: 0 is the left side, 1 the right."),
        Parameter("left-top-y", LeftTopY)
            .Range(-4.0, 5.0)
            .Label("Left top Y")
            .Help("Where the left top corner goes, down: 0 is the top, 1 the bottom."),
        Parameter("right-top-x", RightTopX)
            .Range(-4.0, 5.0)
            .Label("Right top X")
            .Begins(ParameterGroup::ePoint)
            .Help("Where the right top corner goes, across."),
        Parameter("right-top-y", RightTopY)
            .Range(-4.0, 5.0)
            .Label("Right top Y")
            .Help("Where the right top corner goes, down."),
        Parameter("right-bottom-x", RightBottomX)
            .Range(-4.0, 5.0)
            .Label("Right bottom X")
            .Begins(ParameterGroup::ePoint)
            .Help("Where the right bottom corner goes, across."),
        Parameter("right-bottom-y", RightBottomY)
            .Range(-4.0, 5.0)
            .Label("Right bottom Y")
            .Help("Where the right bottom corner goes, down."),
        Parameter("left-bottom-x", LeftBottomX)
            .Range(-4.0, 5.0)
            .Label("Left bottom X")
            .Begins(ParameterGroup::ePoint)
            .Help("Where the left bottom corner goes, across."),
        Parameter("left-bottom-y", LeftBottomY)
            .Range(-4.0, 5.0)
            .Label("Left bottom Y")
            .Help("Where the left bottom corner goes, down."),
        Parameter("filter", How.value)
            .Choices(kFilterNames)
            .Structure()
            .Label("Filter")
            .Help(kFilterHelp),
        Parameter("samples", Samples).Range(1, kMaxSamples).Label("Samples").Help(kSamplesHelp))

  public:
    CornerPin() { Input.border = kNothing; }

    Rect DataWindow(const ImageShape* inputs) const {
        return place_of(inputs[0].data_window, inputs[0].frame);
    }

    void Measure() { pin(Input.Frame); }

    int Copies() const { return is_at_rest() && Samples == 1 ? 0 : -1; }

    void Kernel() {
        const float x = to_float(X()) - MiddleX, y = to_float(Y()) - MiddleY;
        float sum = -0.0f;  // to which -0 adds up to -0
        for (int j = 0; j < Samples; ++j)
            for (int i = 0; i < Samples; ++i)
                sum += shown_at(x + sample_offset(i, Samples), y + sample_offset(j, Samples));
        Output() = sum / to_float(Samples * Samples);
    }

  private:
    /// Finds the map for a frame.
    void pin(const Rect& d) {
        const float width = to_float(d.width()), height = to_float(d.height());
        MiddleX = to_float(d.x0) + 0.5f * (width - 1.0f);
        MiddleY = to_float(d.y0) + 0.5f * (height - 1.0f);
        const auto pinned = [&](float x, float y) {
            return Point{(x - 0.5f) * width, (y - 0.5f) * height};
        };
        const Perspective p =
            onto_square(pinned(LeftTopX, LeftTopY), pinned(RightTopX, RightTopY),
                        pinned(RightBottomX, RightBottomY), pinned(LeftBottomX, LeftBottomY));
        // From the unit square to the frame around its middle.
        A = width * (p.a - 0.5f * p.g);
        B = width * (p.b - 0.5f * p.h);
        C = width * (p.c - 0.5f * p.i);
        D = height * (p.d - 0.5f * p.g);
        E = height * (p.e - 0.5f * p.h);
        F = height * (p.f - 0.5f * p.i);
        G = p.g;
        H = p.h;
        I = p.i;
        if (!is_at_rest()) return;
        // Rounding would move what nobody moved.
        A = E = I = 1.0f;
        B = C = D = F = G = H = 0.0f;
    }

    /// Where what lies in `part` may be seen: the inverse of the map, of its corners.
    Rect place_of(const Rect& part, const Rect& frame) const {
        if (Copies() == 0) return part;
        CornerPin pinned = *this;
        pinned.pin(frame);
        return pinned.inverse_of(part, hull(around(frame), part));
    }
    Rect inverse_of(const Rect& part, const Rect& limit) const {
        const float determinant = A * (E * I - F * H) + B * (F * G - D * I) + C * (D * H - E * G);
        const auto add = [&](PointHull& seen, float sx, float sy) {
            const float u = sx - MiddleX, v = sy - MiddleY;
            const float x = (E * I - F * H) * u + (C * H - B * I) * v + (B * F - C * E);
            const float y = (F * G - D * I) * u + (A * I - C * G) * v + (C * D - A * F);
            const float w = (D * H - E * G) * u + (B * G - A * H) * v + (A * E - B * D);
            seen.add(x / w + MiddleX, y / w + MiddleY);
            // Behind the horizon there is no image of the corner.
            if (!(w * determinant > 0.0f)) seen.lose();
        };
        return image_of(part, filter_reach(How), Samples, limit, add);
    }

    bool is_at_rest() const {
        return LeftTopX == 0.0f && LeftTopY == 0.0f && RightTopX == 1.0f && RightTopY == 0.0f &&
               RightBottomX == 1.0f && RightBottomY == 1.0f && LeftBottomX == 0.0f &&
               LeftBottomY == 1.0f;
    }

    float shown_at(float x, float y) const {
        const float divisor = x * G + y * H + I;
        const bool seen = divisor > 0.0f;
        const float sx = seen ? (x * A + y * B + C) / divisor + MiddleX : kNowhere;
        const float sy = seen ? (x * D + y * E + F) / divisor + MiddleY : kNowhere;
        if (How == eNearest) return Input.Nearest(sx, sy);
        if (How == eBilinear) return Input.Bilinear(sx, sy);
        if (How == eCubic) return Input.Cubic(sx, sy);
        return Input.ClampedCubic(sx, sy);
    }
};

}  // namespace weft::functors

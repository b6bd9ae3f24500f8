// The bent lines of a lens, made or straightened.
#pragma once

#include "core/functor.h"
#include "transform/filter.h"
#include "transform/moved.h"

namespace weft::functors {

/// Bends a picture as a lens does, or straightens what a lens has bent.
///
/// A ray that a straight picture shows at the distance r from the centre is shown by the bent one
/// at r (1 + k1 r^2 + k2 r^4); the picture's corners lie at 1 (Brown's radial model). Distort makes
/// the bent picture, undistort the straight one; with equal parameters each undoes the other, as
/// far as the curve rises. Where nothing comes to lie is border (transparent black, unless the node
/// says otherwise). The default filter stays within the pixels that it reads between, as mattes
/// need it; cubic is a little sharper and does not.
class LensDistortion : public Functor<LensDistortion, eParallel> {
    static constexpr const char* kWays[] = {"distort", "undistort"};
    static constexpr int kSteps = 8;         // of Newton's method; each doubles the digits
    static constexpr float kFarther = 4.0f;  // no ray is bent to more than so many times its place
    static constexpr float kLeastBent = 0.25f;  // which is the other way round
    enum Way : int { eDistort, eUndistort };

    Indexer<eInput, eComponent, eRandom> Input;
    Indexer<eOutput, eComponent> Output;
    int Direction = eDistort;
    float K1, K2;
    float CentreX = 0.5f, CentreY = 0.5f;
    Baked<int> How = eClampedCubic;
    int Samples = 1;
    float MiddleX = 0.0f, MiddleY = 0.0f, PerPixel = 1.0f;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(
        Parameter("direction", Direction)
            .Choices(kWays)
            .Label("Direction")
            .Help("Bends a straight picture, or straightens a bent one."),
        Parameter("k1", K1).Range(-1.0, 1.0).Label("K1").Help(
            "Bends with the square of the distance: below 0 a barrel, above 0 a cushion."),
        Parameter("k2", K2).Range(-1.0, 1.0).Label("K2").Help(
            "Bends with the fourth power of the distance."),
        Parameter("centre-x", CentreX)
            .Range(-10.0, 10.0)
            .Label("Centre X")
            .Begins(ParameterGroup::ePoint)
            .Help("The lens's centre: 0 is the left side, 1 the right."),
        Parameter("centre-y", CentreY)
            .Range(-10.0, 10.0)
            .Label("Centre Y")
            .Help("The lens's centre: 0 is the top, 1 the bottom."),
        Parameter("filter", How.value)
            .Choices(kFilterNames)
            .Structure()
            .Label("Filter")
            .Help(kFilterHelp),
        Parameter("samples", Samples).Range(1, kMaxSamples).Label("Samples").Help(kSamplesHelp))

  public:
    explicit LensDistortion(float k1 = -0.1f, float k2 = 0.0f) : K1(k1), K2(k2) {
        Input.border = kNothing;
    }

    Rect DataWindow(const ImageShape* inputs) const {
        const ImageShape& in = inputs[0];
        LensDistortion measured = *this;
        measured.fit(in.frame);
        return measured.place_of(in.data_window, in.domain);
    }

    void Measure() { fit(Input.Frame); }

    int Copies() const { return K1 == 0.0f && K2 == 0.0f && Samples == 1 ? 0 : -1; }

    void Kernel() {
        const float x = to_float(X()), y = to_float(Y());
        float sum = -0.0f;  // to which -0 adds up to -0
        for (int j = 0; j < Samples; ++j)
            for (int i = 0; i < Samples; ++i)
                sum += shown_at(x + sample_offset(i, Samples), y + sample_offset(j, Samples));
        Output() = sum / to_float(Samples * Samples);
    }

  private:
    void fit(const Rect& d) {
        const float width = to_float(d.width()), height = to_float(d.height());
        MiddleX = to_float(d.x0) + CentreX * width - 0.5f;
        MiddleY = to_float(d.y0) + CentreY * height - 0.5f;
        PerPixel = 2.0f / sqrt(width * width + height * height);
    }

    /// How far the farthest corner of `part`, or what a filter sees of it, lies from the centre.
    float farthest(const Rect& part) const {
        const float reach = filter_reach(How) + 1.0f;
        const float x = max(abs(to_float(part.x0) - MiddleX), abs(to_float(part.x1) - MiddleX));
        const float y = max(abs(to_float(part.y0) - MiddleY), abs(to_float(part.y1) - MiddleY));
        return sqrt((x + reach) * (x + reach) + (y + reach) * (y + reach)) * PerPixel;
    }

    /// The elements in `limit` that may show what lies in `part`, which lies r from the centre, and
    /// shows at d. Where both coefficients have one sign b(r) = 1 + k1 r^2 + k2 r^4 goes one way.
    /// Undistorted, r = d b(d); so d is r / b(d). Distorted, d = r b(r), if r has been found:
    /// Newton's steps from d come to it from above where b rises, and from below where it falls,
    /// never past it, so that d lies between r and r b(r) anyhow.
    Rect place_of(const Rect& part, const Rect& limit) const {
        const bool rises = K1 >= 0.0f && K2 >= 0.0f, falls = K1 <= 0.0f && K2 <= 0.0f;
        if (!rises && !falls) return limit;
        const float of_part = farthest(part), of_limit = farthest(limit);
        float factor = bent(of_part * of_part);
        if (Direction == eUndistort) {
            factor = rises ? factor : bent(of_limit * of_limit);
            if (factor < kLeastBent) return limit;
            factor = 1.0f / factor;
        } else if (falls) {
            factor = max(factor, kLeastBent);
        }
        return scaled_about(MiddleX, MiddleY, 1.0f, factor, part, filter_reach(How), Samples,
                            limit);
    }

    float bent(float square) const { return 1.0f + square * (K1 + square * K2); }

    /// r (1 + k1 r^2 + k2 r^4) = distance, solved for r from r = distance; where the curve falls,
    /// some number that does not lie far away.
    float straight(float distance) const {
        float r = distance;
        for (int step = 0; step < kSteps; ++step) {
            const float square = r * r;
            const float slope = 1.0f + square * (3.0f * K1 + square * 5.0f * K2);
            r -= (r * bent(square) - distance) / max(slope, 0.125f);
            r = clamp(r, 0.0f, kFarther * distance);
        }
        return r;
    }

    float shown_at(float x, float y) const {
        const float dx = (x - MiddleX) * PerPixel, dy = (y - MiddleY) * PerPixel;
        const float square = dx * dx + dy * dy;
        float share = 0.0f;
        if (Direction == eDistort) {
            const float distance = sqrt(square);
            share = distance > 0.0f ? straight(distance) / distance - 1.0f : 0.0f;
        } else {
            share = bent(square) - 1.0f;
        }
        const float sx = x + (x - MiddleX) * share, sy = y + (y - MiddleY) * share;
        if (How == eNearest) return Input.Nearest(sx, sy);
        if (How == eBilinear) return Input.Bilinear(sx, sy);
        if (How == eCubic) return Input.Cubic(sx, sy);
        return Input.ClampedCubic(sx, sy);
    }
};

}  // namespace weft::functors

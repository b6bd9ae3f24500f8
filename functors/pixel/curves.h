// Colours sent through curves that an artist draws.
#pragma once

#include "channels.h"
#include "core/functor.h"

namespace weft::functors {

/// Bends colours by smooth curves through control points: one for all, then one for each.
///
/// A curve is a list of points, input before output: 0,0, 0.5,0.6, 1,1. Between them it is the
/// monotone cubic of Fritsch and Butland, which never overshoots: it rises only between points that
/// rise and turns only at points. Points may come in any order; of points less than 1e-4 apart, the
/// last one listed counts, and a number without a partner does not. One point moves all values by
/// as much as it is moved; no points change nothing, nor does a line through points whose input is
/// their output. Beyond its first and last point a curve goes straight on, or stays level. Where
/// any other curve has two points or more, an infinity counts as the largest number there is. The
/// curves of a grey picture are that of all colours and that of red; planes after the colours,
/// alpha first, pass unchanged.
class Curves : public Functor<Curves, eParallel> {
    static constexpr int kMaxPoints = 16;
    static constexpr int kParts = kMaxPoints + 1;  // between points, and beyond both ends
    static constexpr float kLeastStep = 1.0e-4f;
    static constexpr float kLargest = 3.40282347e38f;
    static constexpr const char* kOutsides[] = {"line", "level"};

  public:
    enum Outside : int { eLine, eLevel };
    using Points = FloatList<2 * kMaxPoints>;

  private:
    Indexer<eInput, ePixel> Input;
    Indexer<eOutput, ePixel> Output;
    Points All;
    Points Red;
    Points Green;
    Points Blue;
    int Beyond;
    // Of curve c, the parts from c kParts on: Counts[c] polynomials in v - Starts.
    int Counts[4] = {1, 1, 1, 1};
    float Starts[4 * kParts] = {};
    float Values[4 * kParts] = {};
    float Slopes[4 * kParts] = {};
    float Squares[4 * kParts] = {};
    float Cubes[4 * kParts] = {};
    mFunctorIndexers(Input, Output)
    mFunctorParameters(
        Parameter("all", All)
            .Begins(ParameterGroup::eCurve)
            .Range(-64.0, 64.0)
            .Label("All")
            .Help("Points of the curve of all colours: at most 16, input before output."),
        Parameter("red", Red)
            .Begins(ParameterGroup::eCurve)
            .Range(-64.0, 64.0)
            .Label("Red")
            .Help("Points of the curve of red, after that of all colours."),
        Parameter("green", Green)
            .Begins(ParameterGroup::eCurve)
            .Range(-64.0, 64.0)
            .Label("Green")
            .Help("Points of the curve of green, after that of all colours."),
        Parameter("blue", Blue)
            .Begins(ParameterGroup::eCurve)
            .Range(-64.0, 64.0)
            .Label("Blue")
            .Help("Points of the curve of blue, after that of all colours."),
        Parameter("outside", Beyond)
            .Choices(kOutsides)
            .Label("Outside")
            .Help("Beyond their ends, curves go straight on or stay level."))

    /// The slope at the end of a curve, by the parabola through its last three points, kept from
    /// overshooting. `step` and `rise` are of the interval at the end, `next` ones of the other.
    static float end_slope(float step, float rise, float next_step, float next_rise) {
        const float slope =
            ((2.0f * step + next_step) * rise - step * next_rise) / (step + next_step);
        if (slope * rise <= 0.0f) return 0.0f;
        const bool turns = rise * next_rise <= 0.0f;
        return turns && abs(slope) > 3.0f * abs(rise) ? 3.0f * rise : slope;
    }

    /// Puts the points into order; returns how many are left.
    static int sorted(const Points& points, float* x, float* y) {
        int count = 0;
        for (int i = 0; i + 1 < points.count; i += 2) {
            const float at_x = points.values[i];
            int place = 0;
            while (place < count && x[place] <= at_x - kLeastStep) ++place;
            int end = place;  // of the points that this one replaces
            while (end < count && x[end] < at_x + kLeastStep) ++end;
            const int shift = 1 - (end - place);
            for (int k = count; shift > 0 && k > end; --k) {
                x[k] = x[k - 1];
                y[k] = y[k - 1];
            }
            for (int k = end; shift < 0 && k < count; ++k) {
                x[k + shift] = x[k];
                y[k + shift] = y[k];
            }
            count += shift;
            x[place] = at_x;
            y[place] = points.values[i + 1];
        }
        return count;
    }

    void set_part(int part, float start, float value, float slope, float square, float cube) {
        Starts[part] = start;
        Values[part] = value;
        Slopes[part] = slope;
        Squares[part] = square;
        Cubes[part] = cube;
    }

    /// Whether the points lie where the output is the input.
    static bool is_plain(int points, const float* x, const float* y) {
        bool plain = true;
        for (int i = 0; i < points; ++i) plain = plain && x[i] == y[i];
        return plain;
    }

    void build(int curve, const Points& points) {
        float x[kMaxPoints] = {}, y[kMaxPoints] = {}, slope[kMaxPoints] = {};
        float step[kMaxPoints] = {}, rise[kMaxPoints] = {};
        const int n = sorted(points, x, y);
        const int first = curve * kParts;
        set_part(first, x[0], y[0], 1.0f, 0.0f, 0.0f);
        Counts[curve] = 1;
        if (n < 2 || (Beyond == eLine && is_plain(n, x, y))) return;
        for (int i = 0; i + 1 < n; ++i) {
            step[i] = x[i + 1] - x[i];
            rise[i] = (y[i + 1] - y[i]) / step[i];
        }
        slope[0] = rise[0];
        slope[n - 1] = rise[n - 2];
        if (n > 2) {
            slope[0] = end_slope(step[0], rise[0], step[1], rise[1]);
            slope[n - 1] = end_slope(step[n - 2], rise[n - 2], step[n - 3], rise[n - 3]);
        }
        for (int i = 1; i + 1 < n; ++i) {
            const float a = rise[i - 1], b = rise[i];
            const float near = 2.0f * step[i] + step[i - 1], far = step[i] + 2.0f * step[i - 1];
            if (a * b > 0.0f) slope[i] = (near + far) / (near / a + far / b);
        }
        const bool level = Beyond == eLevel;
        set_part(first, x[0], y[0], level ? 0.0f : slope[0], 0.0f, 0.0f);
        for (int i = 0; i + 1 < n; ++i)
            set_part(first + 1 + i, x[i], y[i], slope[i],
                     (3.0f * rise[i] - 2.0f * slope[i] - slope[i + 1]) / step[i],
                     (slope[i] + slope[i + 1] - 2.0f * rise[i]) / (step[i] * step[i]));
        set_part(first + n, x[n - 1], y[n - 1], level ? 0.0f : slope[n - 1], 0.0f, 0.0f);
        Counts[curve] = n + 1;
    }

    float bend(int curve, float v) const {
        const int first = curve * kParts;
        float start = at(Starts, first);
        float base = at(Values, first);
        if (at(Counts, curve) == 1) return v - (start - base);  // -0 less 0 is -0
        const float value = clamp(v, -kLargest, kLargest);
        float slope = at(Slopes, first);
        float square = 0.0f;
        float cube = 0.0f;
        for (int i = 1; i < at(Counts, curve); ++i) {
            const int part = first + i;
            const bool reached = value >= at(Starts, part);
            start = reached ? at(Starts, part) : start;
            base = reached ? at(Values, part) : base;
            slope = reached ? at(Slopes, part) : slope;
            square = reached ? at(Squares, part) : square;
            cube = reached ? at(Cubes, part) : cube;
        }
        const float t = value - start;
        return ((cube * t + square) * t + slope) * t + base;
    }

  public:
    Curves() : Curves({4, {0.0f, 0.0f, 1.0f, 1.0f}}) {}
    explicit Curves(const Points& all, const Points& red = {}, const Points& green = {},
                    const Points& blue = {}, Outside outside = eLine)
        : All(all), Red(red), Green(green), Blue(blue), Beyond(outside) {}

    void Prepare() {
        build(0, All);
        build(1, Red);
        build(2, Green);
        build(3, Blue);
    }

    int Copies() const {
        for (int curve = 0; curve < 4; ++curve) {
            const int first = curve * kParts;
            if (Counts[curve] != 1 || Values[first] != Starts[first]) return -1;
        }
        return 0;
    }

    void Kernel() {
        const int colours = Input.Colours;
        for (int plane = 0; plane < Input.Planes; ++plane) {
            const float value = Input(plane);
            Output(plane) = plane < colours ? bend(plane + 1, bend(0, value)) : value;
        }
    }
};

}  // namespace weft::functors

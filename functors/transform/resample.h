// A picture made larger or smaller along one axis.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Makes a picture so many pixels wide, or high, by a filter that is as wide as it has to be.
///
/// The size is that of the picture with what it has around its frame; the frame grows and shrinks
/// with it, and places are multiplied from the origin.
///
/// Where the picture grows the filter reads between pixels, where it shrinks it averages all pixels
/// that come to lie in one. Box is the average over a pixel's area, triangle softer, cubic
/// (Catmull-Rom) and Lanczos (3 lobes) sharper: these two may exceed the picture's range beside
/// edges, where mattes leave 0 to 1, box and triangle never do. Beyond the picture is border (the
/// nearest pixel, unless the node says otherwise).
class Resample : public Functor<Resample, eParallel> {
  public:
    enum Kind : int { eBox, eTriangle, eCatmullRom, eLanczos };

  private:
    static constexpr const char* kKinds[] = {"box", "triangle", "cubic", "lanczos"};

    Indexer<eInput, eComponent, eRandom> Input;
    Indexer<eOutput, eComponent> Output;
    Axis Along;
    int Size;
    Baked<int> How = eCatmullRom;
    float PerPixel = 1.0f;  // input pixels to an output pixel
    float Wide = 1.0f;      // the filter's unit in input pixels
    float Reach = 2.0f;     // the filter's half width in input pixels
    int Taps = 5;           // input pixels that it may touch
    mFunctorIndexers(Input, Output)
    mFunctorParameters(Parameter("axis", Along)
                           .Label("Axis")
                           .Help("Which side is given: the width or the height."),
                       Parameter("size", Size)
                           .Pixels()
                           .Range(0, 65536)
                           .Label("Size")
                           .Help("The new width or height in pixels; 0 leaves it."),
                       Parameter("filter", How.value)
                           .Choices(kKinds)
                           .Structure()
                           .Label("Filter")
                           .Help("From even to sharp: box, triangle, cubic, lanczos."))

  public:
    explicit Resample(Axis axis = eHorizontal, int size = 0) : Along(axis), Size(size) {}

    ImageShape Shape(const ImageShape* inputs) const {
        ImageShape shape = inputs[0];
        if (Size <= 0) return shape;
        const Rect& d = inputs[0].domain;
        const bool across = Along == eHorizontal;
        const double factor = static_cast<double>(Size) / (across ? d.width() : d.height());
        // From edges at the old size to edges at the new one; rounded, so that all of the frame is
        // within what there is.
        const auto place = [&](int edge) {
            const double at = edge * factor + 0.5;
            const int whole = static_cast<int>(at);
            return at < whole ? whole - 1 : whole;
        };
        const int from = place(across ? d.x0 : d.y0);
        const auto within = [&](int edge) { return min(max(place(edge), from), from + Size); };
        Rect& f = shape.frame;
        if (across) {
            shape.domain = {from, d.y0, from + Size, d.y1};
            f = {within(f.x0), f.y0, max(within(f.x1), within(f.x0) + 1), f.y1};
            shape.pixel_aspect /= static_cast<float>(factor);
        } else {
            shape.domain = {d.x0, from, d.x1, from + Size};
            f = {f.x0, within(f.y0), f.x1, max(within(f.y1), within(f.y0) + 1)};
            shape.pixel_aspect *= static_cast<float>(factor);
        }
        return shape;
    }

    Rect DataWindow(const ImageShape* inputs) const {
        constexpr float kMore = 1.0f / 16;  // for rounding
        const Rect& from = inputs[0].domain;
        const Rect to = Shape(inputs).domain;
        Rect window = inputs[0].data_window;
        Resample fitted = *this;
        fitted.fit(from, to);
        // Of the elements whose filter reaches elements `first` to `last` of the input.
        const auto spread = [&](int& first, int& last, int old_start, int new_start) {
            const float reach = fitted.Reach + kMore, far = to_float(kFarthest);
            const auto place = [&](float old) { return (old + 0.5f) / fitted.PerPixel - 0.5f; };
            const float begin = place(to_float(first - old_start) - reach);
            const float end = place(to_float(last - 1 - old_start) + reach);
            first = new_start + to_int(ceil(max(begin, -far)));
            last = new_start + to_int(floor(min(end, far))) + 1;
        };
        if (Along == eHorizontal)
            spread(window.x0, window.x1, from.x0, to.x0);
        else
            spread(window.y0, window.y1, from.y0, to.y0);
        return intersect(window, to);
    }

    void Measure() { fit(Input.Domain, Output.Domain); }

    int Copies() const { return Size == 0 ? 0 : -1; }

    void Kernel() {
        const int first = Along == eHorizontal ? Input.Domain.x0 : Input.Domain.y0;
        const int start = Along == eHorizontal ? Output.Domain.x0 : Output.Domain.y0;
        const int at = (Along == eHorizontal ? X() : Y()) - start;
        // Of the output pixel's middle, in pixels of the input.
        const float middle = (to_float(at) + 0.5f) * PerPixel - 0.5f;
        const int begin = to_int(ceil(middle - Reach));
        float sum = -0.0f, weights = 0.0f;  // -0 and -0 add up to -0
        for (int tap = 0; tap < Taps; ++tap) {
            const int i = begin + tap;
            const float weight = weigh(to_float(i) - middle);
            const int place = first + i;
            const float value = Along == eHorizontal ? Input(place, Y()) : Input(X(), place);
            sum = weight != 0.0f ? fma(weight, value, sum) : sum;
            weights += weight;
        }
        Output() = sum / weights;
    }

  private:
    /// Finds the filter between two domains.
    void fit(const Rect& from, const Rect& to) {
        PerPixel = Along == eHorizontal ? to_float(from.width()) / to_float(to.width())
                                        : to_float(from.height()) / to_float(to.height());
        Wide = max(PerPixel, 1.0f);
        // A box reaches the far half of the last pixel that it touches.
        Reach = How == eBox          ? 0.5f * Wide + 0.5f
                : How == eTriangle   ? Wide
                : How == eCatmullRom ? 2.0f * Wide
                                     : 3.0f * Wide;
        Taps = to_int(floor(2.0f * Reach)) + 1;
    }

    /// Of a pixel so far from the middle, in pixels of the input.
    float weigh(float distance) const {
        const float half = 0.5f * Wide;
        if (How == eBox) return max(min(distance + 0.5f, half) - max(distance - 0.5f, -half), 0.0f);
        const float d = abs(distance) / Wide;
        if (How == eTriangle) return max(1.0f - d, 0.0f);
        if (How == eCatmullRom) return spline(d);
        return lanczos(d);
    }

    static float spline(float d) {
        const float near = (1.5f * d - 2.5f) * d * d + 1.0f;
        const float far = ((2.5f - 0.5f * d) * d - 4.0f) * d + 2.0f;
        return d < 1.0f ? near : d < 2.0f ? far : 0.0f;
    }

    /// Exactly none at whole pixels, where a sine would leave its last bit.
    static float lanczos(float d) {
        const float angle = 3.14159265f * max(d, 1.0e-4f);
        const float between = 3.0f * sin(angle) * sin(angle / 3.0f) / (angle * angle);
        return d == 0.0f ? 1.0f : d == floor(d) || d > 3.0f ? 0.0f : between;
    }
};

}  // namespace weft::functors

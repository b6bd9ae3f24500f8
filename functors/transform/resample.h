// A picture made larger or smaller along one axis.
#pragma once

#include "core/functor.h"
#include "transform/resampling.h"

namespace weft::functors {

/// Makes a picture so many pixels wide, or high, by a filter that is as wide as it has to be.
///
/// The size is that of the picture with what it has around its frame; the frame grows and shrinks
/// with it, and places are multiplied from the origin.
///
/// Where the picture grows the filter reads between pixels, where it shrinks it averages all pixels
/// that come to lie in one. Box is the average over a pixel's area, triangle softer, b-spline
/// softest; mitchell, cubic (Catmull-Rom) and Lanczos (3 lobes) are sharper, and may exceed the
/// picture's range beside edges, where mattes leave 0 to 1. The size that a picture has already
/// keeps every bit. Beyond the picture is border (the nearest pixel, unless the node says
/// otherwise).
class Resample : public Functor<Resample, eParallel> {
    static constexpr int kLargest = 65536;

    Indexer<eInput, eComponent, eRandom> Input;
    Indexer<eOutput, eComponent> Output;
    Axis Along;
    int Size;
    float Factor = 1.0f;
    Baked<int> How = eCatmullRomFilter;
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
                           .Help("The new width or height in pixels; 0 takes the scale."),
                       Parameter("filter", How.value)
                           .Choices(kResamplingNames)
                           .Structure()
                           .Label("Filter")
                           .Help(kResamplingHelp),
                       Parameter("scale", Factor)
                           .Range(0.001, 1000.0)
                           .Label("Scale")
                           .Help("Multiplies the width or height where no size is given; what "
                                 "comes of it is rounded to whole pixels."))

  public:
    explicit Resample(Axis axis = eHorizontal, int size = 0) : Along(axis), Size(size) {}

    ImageShape Shape(const ImageShape* inputs) const {
        ImageShape shape = inputs[0];
        const Rect& d = inputs[0].domain;
        const bool across = Along == eHorizontal;
        const int old = across ? d.width() : d.height();
        const int size = new_size(old);
        if (size == old) return shape;
        const double factor = static_cast<double>(size) / old;
        // From edges at the old size to edges at the new one; rounded, so that all of the frame is
        // within what there is.
        const auto place = [&](int edge) {
            const double at = edge * factor + 0.5;
            const int whole = static_cast<int>(at);
            return at < whole ? whole - 1 : whole;
        };
        const int from = place(across ? d.x0 : d.y0);
        const auto within = [&](int edge) { return min(max(place(edge), from), from + size); };
        const auto first_within = [&](int edge) { return min(within(edge), from + size - 1); };
        Rect& f = shape.frame;
        if (across) {
            shape.domain = {from, d.y0, from + size, d.y1};
            f = {first_within(f.x0), f.y0, max(within(f.x1), first_within(f.x0) + 1), f.y1};
            shape.pixel_aspect /= static_cast<float>(factor);
        } else {
            shape.domain = {d.x0, from, d.x1, from + size};
            f = {f.x0, first_within(f.y0), f.x1, max(within(f.y1), first_within(f.y0) + 1)};
            shape.pixel_aspect *= static_cast<float>(factor);
        }
        return shape;
    }

    Rect DataWindow(const ImageShape* inputs) const {
        constexpr float kMore = 1.0f / 16;  // for rounding
        const Rect& from = inputs[0].domain;
        const Rect to = Shape(inputs).domain;
        Rect window = inputs[0].data_window;
        if (to == from) return window;
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

    int Copies() const { return Size == 0 && Factor == 1.0f ? 0 : -1; }

    void Kernel() {
        const int first = Along == eHorizontal ? Input.Domain.x0 : Input.Domain.y0;
        const int start = Along == eHorizontal ? Output.Domain.x0 : Output.Domain.y0;
        const int at = (Along == eHorizontal ? X() : Y()) - start;
        // Of the output pixel's middle, in pixels of the input.
        const float middle = (to_float(at) + 0.5f) * PerPixel - 0.5f;
        if (How == eImpulseFilter || PerPixel == 1.0f) {
            const int place = first + to_int(floor(middle + 0.5f));
            Output() = Along == eHorizontal ? Input(place, Y()) : Input(X(), place);
            return;
        }
        const int begin = to_int(ceil(middle - Reach));
        float sum = -0.0f, weights = 0.0f;  // -0 and -0 add up to -0
        for (int tap = 0; tap < Taps; ++tap) {
            const int i = begin + tap;
            const float weight = resampling_weight(How, to_float(i) - middle, Wide);
            const int place = first + i;
            const float value = Along == eHorizontal ? Input(place, Y()) : Input(X(), place);
            sum = weight != 0.0f ? fma(weight, value, sum) : sum;
            weights += weight;
        }
        Output() = sum / weights;
    }

  private:
    int new_size(int old) const {
        if (Size > 0) return Size;
        const double scaled = old * static_cast<double>(Factor) + 0.5;
        return scaled < 1.0 ? 1 : scaled > kLargest ? kLargest : static_cast<int>(scaled);
    }

    /// Finds the filter between two domains.
    void fit(const Rect& from, const Rect& to) {
        PerPixel = Along == eHorizontal ? to_float(from.width()) / to_float(to.width())
                                        : to_float(from.height()) / to_float(to.height());
        Wide = max(PerPixel, 1.0f);
        Reach = resampling_reach(How, Wide);
        Taps = to_int(floor(2.0f * Reach)) + 1;
    }
};

}  // namespace weft::functors

// What the pixels of a picture that is made larger or smaller are made of, along one axis.
#pragma once

#include "core/functor.h"
#include "transform/resampling.h"
#include "transform/resampling_rows.h"

namespace weft::functors {

/// Adds up the weights by which a picture is made so many pixels wide, or high: a column for each
/// new pixel, in which each row has one weight more (WeightsOfSums makes weights of it).
///
/// Sizes and filters are those of Resample. The picture tells its size alone; what lies beyond what
/// its data window reaches weighs nothing.
class ResampleSums : public Functor<ResampleSums, eRecurrence> {
    static constexpr int kLargest = 65536;

    Indexer<eInput, ePixel, eSparse> Like;  // of no offsets: its size alone
    Indexer<eOutput, ePixel> Output;        // one plane, whatever the picture has
    Axis Along;
    int Size = 0;
    float Factor = 1.0f;
    Baked<int> Filter = eCatmullRomFilter;
    float PerPixel = 1.0f;  // as in ResamplingFit, as are the next four
    float Begin = 0.0f;
    bool Single = false;
    float Wide = 1.0f;
    float Reach = 2.0f;
    int Low = 0, High = 1;  // what is shown along the axis: first, and behind the last
    float Sum = 0.0f;
    int Start = 0;  // of the output along the axis
    mFunctorIndexers(Like, Output)
    mFunctorParameters(Parameter("axis", Along)
                           .Label("Axis")
                           .Help("Which side is given: the width or the height."),
                       Parameter("size", Size)
                           .Pixels()
                           .Range(0, kLargest)
                           .Label("Size")
                           .Help("The new width or height in pixels; 0 takes the scale."),
                       Parameter("filter", Filter.value)
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
    explicit ResampleSums(Axis axis = eHorizontal) : Along(axis) { ScanAxis = eVertical; }

    ImageShape Shape(const ImageShape* inputs) const {
        const Resized made = resized(inputs[0]);
        const Rect& frame = inputs[0].frame;
        const bool across = Along == eHorizontal;
        int low = across ? frame.x0 : frame.y0, high = across ? frame.x1 : frame.y1;
        float aspect = 1.0f;
        if (made.size != made.old) {
            low = min(made.within(low), made.from + made.size - 1);
            high = max(made.within(high), low + 1);
            const float factor = static_cast<float>(made.factor());
            aspect = across ? 1.0f / factor : factor;
        }
        return weights_shape(made.from, made.from + made.size, low, high, fit(made).taps, aspect);
    }

    Rect DataWindow(const ImageShape* inputs) const {
        const Rect domain = Shape(inputs).domain;
        const Interval window = shown(inputs[0]);
        return {window.first, domain.y0, window.last, domain.y1};
    }

    void Measure() {
        ImageShape like{Like.Domain};
        like.frame = Like.Frame;
        like.data_window = Like.DataWindow;
        const Resized made = resized(like);
        const ResamplingFit fitted = fit(made);
        PerPixel = fitted.per_pixel;
        Begin = fitted.begin;
        Single = fitted.copies;
        Wide = fitted.wide;
        Reach = fitted.reach;
        Start = made.from;
        const Interval window = shown(like);
        Low = window.first;
        High = window.last;
    }

    void Initialise() { Sum = 0.0f; }

    void Kernel() {
        const int tap = Y() - eWeightRows;
        // Of the output pixel's middle, in pixels of the input.
        const float middle = (to_float(X() - Start) + 0.5f) * PerPixel + Begin - 0.5f;
        const int first = Single ? to_int(floor(middle + 0.5f)) : to_int(floor(middle - Reach)) + 1;
        const float between = resampling_weight(Filter, to_float(first + tap) - middle, Wide);
        const float weight = Single ? 1.0f : between;
        const bool shown = X() >= Low && X() < High;
        Sum = tap >= 0 ? Sum + weight : Sum;
        const float entry = Y() == ePlaceRow ? to_float(first) : Y() == eStartRow ? -0.0f : Sum;
        Output(0) = shown ? entry : 0.0f;
    }

  private:
    struct Interval {
        int first, last;
    };

    /// Of a picture along the axis, the size that it has and the one that is made.
    struct Resized {
        int first, old;  ///< of the picture's domain
        int size, from;  ///< of what is made

        double factor() const { return static_cast<double>(size) / old; }
        /// From edges at the old size to edges at the new one; rounded, so that all of the frame is
        /// within what there is.
        int place(int edge) const {
            const double at = edge * factor() + 0.5;
            const int whole = static_cast<int>(at);
            return at < whole ? whole - 1 : whole;
        }
        int within(int edge) const { return min(max(place(edge), from), from + size); }
    };

    Resized resized(const ImageShape& like) const {
        const Rect& d = like.domain;
        const bool across = Along == eHorizontal;
        Resized made{across ? d.x0 : d.y0, across ? d.width() : d.height(), Size, 0};
        if (made.size == 0) {
            const double scaled = made.old * static_cast<double>(Factor) + 0.5;
            made.size = scaled < 1.0 ? 1 : scaled > kLargest ? kLargest : static_cast<int>(scaled);
            if (Factor == 1.0f) made.size = made.old;
        }
        made.from = made.size == made.old ? made.first : made.place(made.first);
        return made;
    }

    ResamplingFit fit(const Resized& made) const {
        return {Filter, to_float(made.old) / to_float(made.size), 0.0f};
    }

    /// What is made of the picture's data window.
    Interval shown(const ImageShape& like) const {
        const Resized made = resized(like);
        const Rect& window = like.data_window;
        const bool across = Along == eHorizontal;
        int first = (across ? window.x0 : window.y0) - made.first;
        int last = (across ? window.x1 : window.y1) - made.first;
        fit(made).spread(first, last, made.size);
        return {made.from + first, made.from + last};
    }
};

}  // namespace weft::functors

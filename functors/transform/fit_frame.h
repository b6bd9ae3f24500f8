// A picture scaled to fit a frame of another size, along one axis.
#pragma once

#include "core/functor.h"
#include "transform/resampling.h"

namespace weft::functors {

/// Scales a picture along one axis to fit a frame of so many pixels, which begins at 0,0.
///
/// Two of these make the frame: the first across, which leaves the frame as it is, the second down,
/// which makes the new one (the effect reformat). Without a width and a height the frame stays, or
/// becomes the project's format in a document that has one; with one of the two the other follows.
/// Beyond the picture is nothing, what leaves the frame is lost, and within the picture's edge its
/// nearest pixel is border. Pixels keep their middles: a picture of the frame's size keeps every
/// bit.
class FitFrame : public Functor<FitFrame, eParallel> {
  public:
    enum Fit : int { eNoScale, eFitWidth, eFitHeight, eFitInside, eFillFrame, eDistort };

  private:
    static constexpr const char* kFits[] = {"none", "width", "height", "fit", "fill", "distort"};
    static constexpr int kLargest = 65536;

    Indexer<eInput, eComponent, eRandom> Input;
    Indexer<eOutput, eComponent> Output;
    Axis Along;
    int Width = 0, Height = 0;
    float Unsqueeze = 1.0f;
    int How;
    bool Centre;
    Baked<int> Filter = eCatmullRomFilter;
    float PerPixel = 1.0f;    // input pixels to an output pixel
    float Begin = 0.0f;       // where the new frame begins, in pixels from the old one's begin
    float Wide = 1.0f;        // the filter's unit in input pixels
    float Reach = 2.0f;       // the filter's half width in input pixels
    int Taps = 5;             // input pixels that it may touch
    int First = 0;            // of the old frame, along the axis
    int Least = 0, Most = 0;  // first and last pixel of the picture
    int Low = 0, High = 1;    // of what is written along the axis: first, and behind the last
    mFunctorIndexers(Input, Output)
    mFunctorParameters(
        Parameter("axis", Along).Label("Axis").Help("The axis that is scaled."),
        Parameter("width", Width)
            .PixelsAlongX()
            .Range(0, kLargest)
            .Label("Width")
            .Help("Of the new frame, in pixels; 0 follows the height or, where both are 0, takes "
                  "the project's format."),
        Parameter("height", Height)
            .PixelsAlongY()
            .Range(0, kLargest)
            .Label("Height")
            .Help("Of the new frame, in pixels; 0 follows the width or, where both are 0, takes "
                  "the project's format."),
        Parameter("unsqueeze", Unsqueeze)
            .Range(0.1, 10.0)
            .Label("Unsqueeze")
            .Help("Widens the picture by so much more than it grows: 2 for an anamorphic picture "
                  "whose pixels are 2 wide."),
        Parameter("fit", How)
            .Choices(kFits)
            .Label("Fit")
            .Help("What of the picture becomes as large as the frame: none of it, which keeps its "
                  "size; its width; its height; fit, all of it within; fill, no gap; distort, "
                  "both sides, each by itself."),
        Parameter("centre", Centre)
            .Label("Centre")
            .Help("Puts the picture in the middle of the frame, not at its top left."),
        Parameter("filter", Filter.value)
            .Choices(kResamplingNames)
            .Structure()
            .Label("Filter")
            .Help(kResamplingHelp))

  public:
    explicit FitFrame(Axis axis = eHorizontal, Fit fit = eNoScale, bool centre = false)
        : Along(axis), How(fit), Centre(centre) {}

    ImageShape Shape(const ImageShape* inputs) const {
        ImageShape shape = inputs[0];
        if (Copies() == 0) return shape;
        const Rect frame = shape.frame;
        const Placed x = placed(frame, eHorizontal), y = placed(frame, eVertical);
        if (Along == eHorizontal) {  // the frame stays, so the picture is there, and what will be
            shape.domain.x0 = min(0, frame.x0);
            shape.domain.x1 = max(x.size, frame.x1);
            return shape;
        }
        shape.domain = shape.frame = {0, 0, x.size, y.size};
        shape.pixel_aspect *= static_cast<float>(y.factor / x.factor);
        return shape;
    }

    Rect DataWindow(const ImageShape* inputs) const {
        Rect window = inputs[0].data_window;
        if (Copies() == 0) return window;
        constexpr float kMore = 1.0f / 16;  // for rounding
        FitFrame fitted = *this;
        fitted.fit(inputs[0].frame, inputs[0].domain);
        // Of the pixels whose filter reaches pixels `first` to `last` of the input.
        const auto spread = [&](int& first, int& last, int size) {
            const float reach = fitted.exact() ? 0.5f : fitted.Reach + kMore;
            const float limit = to_float(size);
            const auto place = [&](float old) {
                return (old - to_float(fitted.First) + 0.5f - fitted.Begin) / fitted.PerPixel -
                       0.5f;
            };
            const float begin = place(to_float(first) - reach);
            const float end = place(to_float(last - 1) + reach);
            first = to_int(ceil(min(max(begin, 0.0f), limit)));
            last = to_int(floor(min(max(end, -1.0f), limit - 1.0f))) + 1;
        };
        if (Along == eHorizontal)
            spread(window.x0, window.x1, placed(inputs[0].frame, eHorizontal).size);
        else
            spread(window.y0, window.y1, placed(inputs[0].frame, eVertical).size);
        return intersect(window, Shape(inputs).domain);
    }

    void Measure() { fit(Input.Frame, Input.Domain); }

    int Copies() const { return Width == 0 && Height == 0 && Unsqueeze == 1.0f ? 0 : -1; }

    void Kernel() {
        const int at = Along == eHorizontal ? X() : Y();
        // Of the output pixel's middle, in pixels of the input.
        const float middle = (to_float(at) + 0.5f) * PerPixel + Begin - 0.5f;
        const int nearest = First + to_int(floor(middle + 0.5f));
        const bool shown = nearest >= Least && nearest <= Most && at >= Low && at < High;
        if (Filter == eImpulseFilter || (PerPixel == 1.0f && Begin == floor(Begin))) {
            const float value = Along == eHorizontal ? Input(nearest, Y()) : Input(X(), nearest);
            Output() = shown ? value : 0.0f;
            return;
        }
        const int begin = to_int(ceil(middle - Reach));
        float sum = -0.0f, weights = 0.0f;  // -0 and -0 add up to -0
        for (int tap = 0; tap < Taps; ++tap) {
            const int i = begin + tap;
            const float weight = resampling_weight(Filter, to_float(i) - middle, Wide);
            const int place = First + i;
            const float value = Along == eHorizontal ? Input(place, Y()) : Input(X(), place);
            sum = weight != 0.0f ? fma(weight, value, sum) : sum;
            weights += weight;
        }
        Output() = shown ? sum / weights : 0.0f;
    }

  private:
    /// The new frame along an axis.
    struct Placed {
        int size = 1;         // of the frame
        double factor = 1.0;  // by which the picture is scaled
        double begin = 0.0;   // where the picture's frame begins in it
    };

    static int whole(double size) {
        return size < 1.0 ? 1 : size > kLargest ? kLargest : static_cast<int>(size + 0.5);
    }

    /// Of a picture with that frame.
    Placed placed(const Rect& frame, Axis axis) const {
        const double wide = frame.width() * static_cast<double>(Unsqueeze), high = frame.height();
        const double by_width = Width / wide, by_height = Height / high;
        const int width = Width > 0 ? Width : whole(Height > 0 ? wide * by_height : wide);
        const int height = Height > 0 ? Height : whole(Width > 0 ? high * by_width : high);
        const double larger = by_width > by_height ? by_width : by_height;
        const double smaller = by_width < by_height ? by_width : by_height;
        // One side alone decides where the other follows.
        const double factor = Width == 0 && Height == 0 ? 1.0
                              : Width == 0              ? by_height
                              : Height == 0             ? by_width
                              : How == eFitWidth        ? by_width
                              : How == eFitHeight       ? by_height
                              : How == eFitInside       ? smaller
                              : How == eFillFrame       ? larger
                                                        : 1.0;
        const bool distorts = How == eDistort && Width > 0 && Height > 0;
        Placed made;
        if (axis == eHorizontal) {
            made.size = width;
            made.factor =
                distorts ? width / static_cast<double>(frame.width()) : factor * Unsqueeze;
        } else {
            made.size = height;
            made.factor = distorts ? by_height : factor;
        }
        const int old = axis == eHorizontal ? frame.width() : frame.height();
        double gap = made.size - old * made.factor;
        if (gap > -1.0e-6 && gap < 1.0e-6) gap = 0.0;
        made.begin = Centre ? gap / 2 : 0.0;
        // A picture that keeps its size is not moved by half a pixel.
        if (made.factor == 1.0 && made.begin != static_cast<int>(made.begin))
            made.begin = made.begin < 0.0 ? made.begin - 0.5 : made.begin + 0.5;
        return made;
    }

    bool exact() const { return PerPixel == 1.0f && Begin == floor(Begin); }

    void fit(const Rect& frame, const Rect& domain) {
        const bool across = Along == eHorizontal;
        const Placed made = placed(frame, Along);
        PerPixel = static_cast<float>(1.0 / made.factor);
        Begin = static_cast<float>(-made.begin / made.factor);
        Wide = max(PerPixel, 1.0f);
        Reach = resampling_reach(Filter, Wide);
        Taps = to_int(floor(2.0f * Reach)) + 1;
        Low = 0;
        High = made.size;
        First = across ? frame.x0 : frame.y0;
        Least = across ? domain.x0 : domain.y0;
        Most = (across ? domain.x1 : domain.y1) - 1;
        if (Copies() < 0) return;
        First = 0;  // everything stays
        Begin = 0.0f;
        Low = Least;
        High = Most + 1;
    }
};

}  // namespace weft::functors

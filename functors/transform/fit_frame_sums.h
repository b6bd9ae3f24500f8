// What the pixels of a picture that is scaled to fit a frame are made of, along one axis.
#pragma once

#include "core/functor.h"
#include "transform/resampling.h"
#include "transform/resampling_rows.h"

namespace weft::functors {

/// Adds up the weights by which a picture is scaled along one axis to fit a frame of so many
/// pixels, which begins at 0,0: a column for each new pixel, in which each row has one weight more
/// (WeightsOfSums makes weights of it).
///
/// Two of these make the frame (the effect reformat). Without a width and a height the frame stays,
/// or becomes the project's format in a document that has one; with one of the two the other
/// follows. Beyond the picture is nothing, what leaves the frame is lost, and within the picture's
/// edge its nearest pixel is border. Pixels keep their middles: a picture of the frame's size keeps
/// every bit. The picture tells its size alone; what its data window does not reach weighs nothing.
class FitFrameSums : public Functor<FitFrameSums, eRecurrence> {
  public:
    enum Fit : int { eNoScale, eFitWidth, eFitHeight, eFitInside, eFillFrame, eDistort };

  private:
    static constexpr const char* kFits[] = {"none", "width", "height", "fit", "fill", "distort"};
    static constexpr int kLargest = 65536;

    Indexer<eInput, ePixel, eSparse> Like;  // of no offsets: its size alone
    Indexer<eOutput, ePixel> Output;        // one plane, whatever the picture has
    Axis Along;
    int Width = 0, Height = 0;
    float Unsqueeze = 1.0f;
    int How;
    bool Centre;
    Baked<int> Filter = eCatmullRomFilter;
    float PerPixel = 1.0f;  // as in ResamplingFit, as are the next four
    float Begin = 0.0f;
    bool Single = false;
    float Wide = 1.0f;
    float Reach = 2.0f;
    int Low = 0, High = 1;  // what is shown along the axis: first, and behind the last
    float Sum = 0.0f;
    int Start = 0;             // of the output along the axis
    int Offset = 0, Size = 1;  // of the picture: from its first element to its frame's
    mFunctorIndexers(Like, Output)
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
    explicit FitFrameSums(Axis axis = eHorizontal, Fit fit = eNoScale, bool centre = false)
        : Along(axis), How(fit), Centre(centre) {
        ScanAxis = eVertical;
    }

    ImageShape Shape(const ImageShape* inputs) const {
        const Fitted made = fitted(inputs[0]);
        // Pixels change their shape once both sides have theirs.
        float aspect = 1.0f;
        if (Along == eVertical && !rests())
            aspect = static_cast<float>(placed(inputs[0].frame, eVertical).factor /
                                        placed(inputs[0].frame, eHorizontal).factor);
        return weights_shape(made.start, made.end, made.frame_start, made.frame_end,
                             made.filter.taps, aspect);
    }

    Rect DataWindow(const ImageShape* inputs) const {
        const Rect domain = Shape(inputs).domain;
        const Fitted made = fitted(inputs[0]);
        return {made.low, domain.y0, made.high, domain.y1};
    }

    void Measure() {
        ImageShape like{Like.Domain};
        like.frame = Like.Frame;
        like.data_window = Like.DataWindow;
        const Fitted made = fitted(like);
        PerPixel = made.filter.per_pixel;
        Begin = made.filter.begin;
        Single = made.filter.copies;
        Wide = made.filter.wide;
        Reach = made.filter.reach;
        Start = made.start;
        Offset = made.offset;
        Size = made.size;
        Low = made.low;
        High = made.high;
    }

    void Initialise() { Sum = 0.0f; }

    void Kernel() {
        const int tap = Y() - eWeightRows;
        // Of the output pixel's middle, in pixels of the input.
        const float middle = (to_float(X() - Start) + 0.5f) * PerPixel + Begin - 0.5f;
        const int first = Single ? to_int(floor(middle + 0.5f)) : to_int(floor(middle - Reach)) + 1;
        const float between = resampling_weight(Filter, to_float(first + tap) - middle, Wide);
        const float weight = Single ? 1.0f : between;
        const int nearest = Offset + to_int(floor(middle + 0.5f));
        const bool shown = X() >= Low && X() < High && nearest >= 0 && nearest < Size;
        Sum = tap >= 0 ? Sum + weight : Sum;
        const float entry = Y() == ePlaceRow   ? to_float(first + Offset)
                            : Y() == eStartRow ? -0.0f
                                               : Sum;
        Output(0) = shown ? entry : 0.0f;
    }

  private:
    bool rests() const { return Width == 0 && Height == 0 && Unsqueeze == 1.0f; }

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

    struct Fitted {
        ResamplingFit filter;
        int start, end;              ///< of what is made
        int frame_start, frame_end;  ///< what of that is the frame
        int offset, size;            ///< of the picture: from its first element to its frame's
        int low, high;               ///< what is made of the picture's data window
    };

    Fitted fitted(const ImageShape& like) const {
        const bool across = Along == eHorizontal;
        const Rect &d = like.domain, &f = like.frame, &w = like.data_window;
        const int first = across ? d.x0 : d.y0, size = across ? d.width() : d.height();
        const int frame = across ? f.x0 : f.y0, frame_end = across ? f.x1 : f.y1;
        int low = across ? w.x0 : w.y0, high = across ? w.x1 : w.y1;
        if (rests())  // everything stays
            return {{Filter, 1.0f, 0.0f},
                    first,
                    first + size,
                    frame,
                    frame_end,
                    0,
                    size,
                    max(low, first),
                    min(high, first + size)};
        const Placed made = placed(f, Along);
        const ResamplingFit filter(Filter, static_cast<float>(1.0 / made.factor),
                                   static_cast<float>(-made.begin / made.factor));
        low -= frame;
        high -= frame;
        filter.spread(low, high, made.size);
        return {filter, 0, made.size, 0, made.size, frame - first, size, low, high};
    }
};

}  // namespace weft::functors

// The filters by which pictures are made larger and smaller along an axis.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Filters, as values of a parameter.
enum ResamplingFilter : int {
    eBoxFilter,
    eTriangleFilter,
    eCatmullRomFilter,
    eLanczosFilter,
    eImpulseFilter,
    eMitchellFilter,
    eSplineFilter
};
inline constexpr const char* kResamplingNames[] = {"box",     "triangle", "cubic",   "lanczos",
                                                   "impulse", "mitchell", "b-spline"};
inline constexpr const char* kResamplingHelp =
    "How pixels are weighed. Impulse takes the nearest; box, triangle (linear) and b-spline stay "
    "within the picture's range, mitchell, cubic (Catmull-Rom) and lanczos (3 lobes) are sharper "
    "and may exceed it beside edges.";

/// How far from an output pixel's middle a filter reads, in input pixels, where an output pixel is
/// `wide` of them, one or more. A box reaches the far half of the last pixel that it touches.
inline float resampling_reach(int filter, float wide) {
    return filter == eImpulseFilter    ? 0.5f
           : filter == eBoxFilter      ? 0.5f * wide + 0.5f
           : filter == eTriangleFilter ? wide
           : filter == eLanczosFilter  ? 3.0f * wide
                                       : 2.0f * wide;
}

/// A cubic of two pieces, by what stands before each power of the distance.
inline float two_cubics(float d, float n3, float n2, float n0, float f3, float f2, float f1,
                        float f0) {
    const float near = (n3 * d + n2) * d * d + n0;
    const float far = ((f3 * d + f2) * d + f1) * d + f0;
    return d < 1.0f ? near : d < 2.0f ? far : 0.0f;
}

/// Exactly none at whole pixels, where a sine would leave its last bit.
inline float lanczos_weight(float d) {
    const float angle = 3.14159265f * max(d, 1.0e-4f);
    const float between = 3.0f * sin(angle) * sin(angle / 3.0f) / (angle * angle);
    return d == 0.0f ? 1.0f : d == floor(d) || d > 3.0f ? 0.0f : between;
}

/// The weight of a pixel so far from the middle, in input pixels; the impulse has none, it copies.
inline float resampling_weight(int filter, float distance, float wide) {
    const float half = 0.5f * wide;
    if (filter == eBoxFilter)
        return max(min(distance + 0.5f, half) - max(distance - 0.5f, -half), 0.0f);
    const float d = abs(distance) / wide;
    if (filter == eTriangleFilter) return max(1.0f - d, 0.0f);
    if (filter == eCatmullRomFilter)
        return two_cubics(d, 1.5f, -2.5f, 1.0f, -0.5f, 2.5f, -4.0f, 2.0f);
    if (filter == eMitchellFilter)
        return two_cubics(d, 21.0f / 18, -36.0f / 18, 16.0f / 18, -7.0f / 18, 36.0f / 18,
                          -60.0f / 18, 32.0f / 18);
    if (filter == eSplineFilter)
        return two_cubics(d, 3.0f / 6, -6.0f / 6, 4.0f / 6, -1.0f / 6, 6.0f / 6, -12.0f / 6,
                          8.0f / 6);
    return lanczos_weight(d);
}

/// How a filter lies between the pixels of a picture and those of one that is made of it, along an
/// axis.
struct ResamplingFit {
    float per_pixel = 1.0f;  ///< input pixels to an output pixel
    float begin = 0.0f;      ///< where the output's first pixel begins, in input pixels
    bool copies = false;     ///< each pixel is one of the input: none is weighed
    float wide = 1.0f;       ///< the filter's unit in input pixels
    float reach = 2.0f;      ///< the filter's half width in input pixels
    int taps = 4;            ///< input pixels that may weigh anything

    ResamplingFit(int filter, float pixels, float first)
        : per_pixel(pixels),
          begin(first),
          copies(filter == eImpulseFilter || (pixels == 1.0f && first == floor(first))),
          wide(max(pixels, 1.0f)),
          reach(resampling_reach(filter, wide)),
          // One that is as far away as the filter reaches weighs nothing.
          taps(copies ? 1 : to_int(ceil(2.0f * reach))) {}

    /// Narrows what has pixels `first` to before `last` of the input to the output's pixels whose
    /// filter reaches any, of `size`. Both count from the first pixels.
    void spread(int& first, int& last, int size) const {
        constexpr float kMore = 1.0f / 16;  // for rounding
        const float far = copies ? 0.5f + kMore : reach + kMore, limit = to_float(size);
        const auto place = [&](float old) { return (old + 0.5f - begin) / per_pixel - 0.5f; };
        const float from = place(to_float(first) - far), to = place(to_float(last - 1) + far);
        first = to_int(ceil(min(max(from, 0.0f), limit)));
        last = to_int(floor(min(max(to, -1.0f), limit - 1.0f))) + 1;
    }
};

}  // namespace weft::functors

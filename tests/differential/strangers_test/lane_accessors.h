// Accessors for the execution of kernel text on single vectors: every lane reads its own place of a
// small picture as core/indexer.h does, one lane at a time. No speed, no code of the emitters.
#pragma once

#include "core/border.h"
#include "core/sampling.h"
#include "core/scale.h"
#include "emit/preamble/simd_memory.h"

namespace weft {

/// Where the lanes are, as kernel text asks for it.
template <class S>
struct Place {
    const int* x;
    int y, plane;
    typename S::I X() const {
        if constexpr (S::kWidth == 1) {
            return x[0];
        } else {
            I32 r;
            for (int lane = 0; lane < S::kWidth; ++lane) r.v[lane] = x[lane];
            return r;
        }
    }
    int Y() const { return y; }
    int Plane() const { return plane; }
};

}  // namespace weft

namespace harness {

/// One picture: planar, planes one after the other, domain at the origin.
struct Picture {
    float* samples;
    int width, height, planes;
};

/// Where the lanes are.
struct Place {
    int x[16], y[16], plane;
};

constexpr int bounded(int v, int lo, int hi) { return v < lo ? lo : v > hi ? hi : v; }

inline int in_lane(int v, int) { return v; }
inline int in_lane(weft::I32 v, int lane) { return v.v[lane]; }
inline float float_in_lane(float v, int) { return v; }
inline float float_in_lane(weft::F32 v, int lane) { return v.v[lane]; }

/// Meta gives freedom, granularity, axis, radii, offsets and border as static constants.
template <class S, class Meta>
struct Input : Meta {
    const Picture* picture;
    const Place* place;
    Input(const Picture* p, const Place* at) : picture(p), place(at) {}

    float read(int lane, int dx, int dy, int plane) const {
        const int x = weft::remap(weft::scaled(Meta::kScaleX, place->x[lane]) + dx, 0,
                                  picture->width, Meta::kBorder);
        const int y = weft::remap(weft::scaled(Meta::kScaleY, place->y[lane]) + dy, 0,
                                  picture->height, Meta::kBorder);
        if (x == weft::kOutside || y == weft::kOutside) return Meta::kBorderValue;
        plane = bounded(plane, 0, picture->planes - 1);
        return picture->samples[(plane * picture->height + y) * picture->width + x];
    }
    template <class A, class B, class C>
    float one(int lane, A a, B b, C c) const {
        int v[3] = {in_lane(a, lane), in_lane(b, lane), in_lane(c, lane)};
        // The plane comes last; what is not given is 0.
        int plane = place->plane;
        if (Meta::kPixel) {
            plane = v[Meta::kOffsets];
            v[Meta::kOffsets] = 0;
        }
        if (Meta::kFreedom == weft::e1D) {
            const int d = bounded(v[0], -Meta::Radius, Meta::Radius);
            return Meta::Axis == weft::eHorizontal ? read(lane, d, 0, plane)
                                                   : read(lane, 0, d, plane);
        }
        if (Meta::kFreedom == weft::e2D)
            return read(lane, bounded(v[0], -Meta::RadiusX, Meta::RadiusX),
                        bounded(v[1], -Meta::RadiusY, Meta::RadiusY), plane);
        if (Meta::kFreedom == weft::eSparse) {
            const int i = bounded(v[0], 0, Meta::Count - 1);
            return read(lane, Meta::kX[i], Meta::kY[i], plane);
        }
        if (Meta::kFreedom == weft::eRandom) return at(lane, v[0], v[1], plane);
        return read(lane, 0, 0, plane);
    }
    /// At coordinates of the picture.
    float at(int lane, int x, int y, int plane) const {
        return read(lane, bounded(x, -weft::kFarthest, weft::kFarthest) - place->x[lane],
                    bounded(y, -weft::kFarthest, weft::kFarthest) - place->y[lane], plane);
    }
    /// One lane after the other: sample(x, y, the plane's elements).
    template <class X, class Y, class P, class Sample>
    typename S::F sampled(X x, Y y, P plane, Sample sample) const {
        const auto one_lane = [&](int lane) {
            const int p = Meta::kPixel ? in_lane(plane, lane) : place->plane;
            return sample(float_in_lane(x, lane), float_in_lane(y, lane),
                          [&](int i, int j) { return at(lane, i, j, p); });
        };
        if constexpr (S::kWidth == 1) {
            return one_lane(0);
        } else {
            weft::F32 r;
            for (int lane = 0; lane < S::kWidth; ++lane) r.v[lane] = one_lane(lane);
            return r;
        }
    }
    template <class X, class Y, class P = int>
    typename S::F Nearest(X x, Y y, P plane = 0) const {
        return sampled(x, y, plane, [](float a, float b, const auto& elements) {
            return weft::portable::sample_nearest(a, b, elements);
        });
    }
    template <class X, class Y, class P = int>
    typename S::F Bilinear(X x, Y y, P plane = 0) const {
        return sampled(x, y, plane, [](float a, float b, const auto& elements) {
            return weft::portable::sample_bilinear(a, b, elements);
        });
    }
    template <class X, class Y, class P = int>
    typename S::F Cubic(X x, Y y, P plane = 0) const {
        return sampled(x, y, plane, [](float a, float b, const auto& elements) {
            return weft::portable::sample_cubic(a, b, elements);
        });
    }
    template <class X, class Y, class P = int>
    typename S::F ClampedCubic(X x, Y y, P plane = 0) const {
        return sampled(x, y, plane, [](float a, float b, const auto& elements) {
            return weft::portable::sample_clamped_cubic(a, b, elements);
        });
    }
    template <class T>
    static constexpr bool kVaries = requires(T t) { t.v; };
    template <class A = int, class B = int, class C = int>
    auto operator()(A a = 0, B b = 0, C c = 0) const {
        constexpr bool kOne =  // an element that all lanes share
            Meta::kFreedom == weft::eRandom && !kVaries<A> && !kVaries<B> && !kVaries<C>;
        if constexpr (S::kWidth == 1 || kOne) {
            return one(0, a, b, c);
        } else {
            weft::F32 r;
            for (int lane = 0; lane < S::kWidth; ++lane) r.v[lane] = one(lane, a, b, c);
            return r;
        }
    }
};

/// Values of one element per lane, one per plane.
template <class S, class Meta>
struct Output : Meta {
    typename S::F* values;
    explicit Output(typename S::F* v) : values(v) {}
    typename S::F& operator()(int plane = 0) const {
        return values[bounded(plane, 0, Meta::Planes - 1)];
    }
    /// A plane per lane.
    weft::LaneElement<weft::F32> operator()(weft::I32 plane) const {
        for (int lane = 0; lane < S::kWidth; ++lane)
            plane.v[lane] = bounded(plane.v[lane], 0, Meta::Planes - 1);
        return {values, plane};
    }
};

inline float lane_of(float v, int) { return v; }
inline float lane_of(weft::F32 v, int lane) { return v.v[lane]; }

template <class S>
typename S::M first_lanes(int n) {
    if constexpr (S::kWidth == 1)
        return n > 0;
    else
        return weft::first_lanes(n);
}

}  // namespace harness

// Indexers: the only way a functor reads and writes pictures (active-library, section 2).
//
// An indexer has two lives. To the translator it is metadata: a direction, a granularity, a freedom
// and, at run time, an axis, radii, offsets and a border. To the reference executor it is a cursor
// over real planes, so that Kernel() runs as the plain C++ it is.
//
//   kind                         access inside Kernel()
//   Indexer<eInput, eComponent>              Input()
//   Indexer<eInput, eComponent, e1D>         Input(offset)            |offset| <= Radius
//   Indexer<eInput, eComponent, e2D>         Input(x, y)              |x| <= RadiusX,
//                                                                     |y| <= RadiusY
//   Indexer<eInput, eComponent, eSparse>     Input(i)                 0 <= i < Count
//   Indexer<eInput, eComponent, eRandom>     Input(x, y)              the picture's coordinates;
//       Input.Nearest(x, y), .Bilinear(x, y), .Cubic(x, y), .ClampedCubic(x, y)   between elements
//   Indexer<eInput, ePixel, ...>             the same, with the plane as one more, last argument
//   Indexer<eOutput, eComponent>             Output() = value
//   Indexer<eOutput, ePixel>                 Output(plane) = value
//
// Offsets count from the element itself or, where the indexer has a scale, from the element that
// scaled() gives (core/scale.h); such a functor is eParallel and says its Shape().
//
// An offset beyond the declared bound, or a plane beyond the last, reads at the bound: defined, the
// same on every back end; eRandom has no bound: its border goes as far as coordinates do. An output
// that a kernel does not write is 0.
#pragma once

#include "core/border.h"
#include "core/rect.h"
#include "core/sampling.h"
#include "core/scale.h"
#include "core/types.h"

namespace weft {

/// One plane of float32 samples: the sample at (x, y) of the domain is
/// origin[(y - domain.y0) * row_stride + (x - domain.x0)].
struct PlaneRef {
    float* origin = nullptr;
    long long row_stride = 0;  ///< in elements
    Rect domain;
};

/// What all indexers share: the metadata that planning needs and the reference's cursor.
class IndexerBase {
  public:
    const Direction direction;
    const Granularity granularity;
    const Freedom freedom;

    weft::Axis Axis = eHorizontal;  ///< of an e1D access
    int Radius = 0;                 ///< of an e1D access, in pixels, >= 0
    int RadiusX = 0;                ///< of an e2D access, in pixels, >= 0
    int RadiusY = 0;                ///< of an e2D access, in pixels, >= 0
    Scale ScaleX, ScaleY;           ///< of an input: which of its elements is the one read around
    OffsetList Offsets;             ///< of an eSparse access
    int Count = 0;                  ///< entries of Offsets
    int Planes = 1;                 ///< planes of the picture bound to this indexer
    int Colours = 1;                ///< the first planes, which are colours (ImageShape)
    int Alpha = -1;                 ///< the plane that holds alpha; -1: there is none
    Rect Domain;                    ///< of definition of that picture, once pictures are known
    Rect Frame;                     ///< of that picture: what is shown. For Measure()
    Rect DataWindow;  ///< beyond it are zeros; of an input, through its border. For Measure()
    Border border;    ///< of an input

    /// Binds the reference's cursor to `planes`, of which there are `count`.
    void bind(const PlaneRef* planes, int count) {
        planes_ = planes;
        Planes = count;
    }
    /// Moves the reference's cursor.
    void move_to(int x, int y, int plane) {
        x_ = x;
        y_ = y;
        plane_ = plane;
    }

    IndexerBase& operator=(const IndexerBase&) = delete;

  protected:
    IndexerBase(Direction d, Granularity g, Freedom f) : direction(d), granularity(g), freedom(f) {}
    IndexerBase(const IndexerBase&) = default;
    ~IndexerBase() = default;

    static constexpr int bounded(int v, int lo, int hi) { return v < lo ? lo : v > hi ? hi : v; }

    float read(int dx, int dy, int plane) const {
        const PlaneRef& p = planes_[bounded(plane, 0, Planes - 1)];
        const int x = remap(scaled(ScaleX, x_) + dx, p.domain.x0, p.domain.x1, border.mode);
        const int y = remap(scaled(ScaleY, y_) + dy, p.domain.y0, p.domain.y1, border.mode);
        if (x == kOutside || y == kOutside) return border.value;
        return p.origin[(y - p.domain.y0) * p.row_stride + (x - p.domain.x0)];
    }
    float read_axis(int offset, int plane) const {
        const int d = bounded(offset, -Radius, Radius);
        return Axis == eHorizontal ? read(d, 0, plane) : read(0, d, plane);
    }
    float read_area(int dx, int dy, int plane) const {
        return read(bounded(dx, -RadiusX, RadiusX), bounded(dy, -RadiusY, RadiusY), plane);
    }
    float read_at(int x, int y, int plane) const {
        return read(bounded(x, -kFarthest, kFarthest) - x_, bounded(y, -kFarthest, kFarthest) - y_,
                    plane);
    }
    float read_listed(int i, int plane) const {
        const Offset o = Offsets.items[bounded(i, 0, Count - 1)];
        return read(o.x, o.y, plane);
    }
    float& cell(int plane) const {
        const PlaneRef& p = planes_[bounded(plane, 0, Planes - 1)];
        return p.origin[(y_ - p.domain.y0) * p.row_stride + (x_ - p.domain.x0)];
    }

    const PlaneRef* planes_ = nullptr;
    int x_ = 0, y_ = 0, plane_ = 0;
};

template <Direction D, Granularity G, Freedom F = e0D>
class Indexer;

template <>
class Indexer<eInput, eComponent, e0D> : public IndexerBase {
  public:
    Indexer() : IndexerBase(eInput, eComponent, e0D) { border = kNothing; }
    float operator()() const { return read(0, 0, plane_); }
};

template <>
class Indexer<eInput, ePixel, e0D> : public IndexerBase {
  public:
    Indexer() : IndexerBase(eInput, ePixel, e0D) { border = kNothing; }
    float operator()(int plane) const { return read(0, 0, plane); }
};

template <>
class Indexer<eInput, eComponent, e1D> : public IndexerBase {
  public:
    explicit Indexer(weft::Axis axis = eHorizontal, int radius = 0)
        : IndexerBase(eInput, eComponent, e1D) {
        Axis = axis;
        Radius = radius;
    }
    float operator()(int offset = 0) const { return read_axis(offset, plane_); }
};

template <>
class Indexer<eInput, ePixel, e1D> : public IndexerBase {
  public:
    explicit Indexer(weft::Axis axis = eHorizontal, int radius = 0)
        : IndexerBase(eInput, ePixel, e1D) {
        Axis = axis;
        Radius = radius;
    }
    float operator()(int offset, int plane) const { return read_axis(offset, plane); }
};

template <>
class Indexer<eInput, eComponent, e2D> : public IndexerBase {
  public:
    explicit Indexer(int radius_x = 0, int radius_y = 0) : IndexerBase(eInput, eComponent, e2D) {
        RadiusX = radius_x;
        RadiusY = radius_y;
    }
    float operator()(int x = 0, int y = 0) const { return read_area(x, y, plane_); }
};

template <>
class Indexer<eInput, ePixel, e2D> : public IndexerBase {
  public:
    explicit Indexer(int radius_x = 0, int radius_y = 0) : IndexerBase(eInput, ePixel, e2D) {
        RadiusX = radius_x;
        RadiusY = radius_y;
    }
    float operator()(int x, int y, int plane) const { return read_area(x, y, plane); }
};

template <>
class Indexer<eInput, eComponent, eSparse> : public IndexerBase {
  public:
    explicit Indexer(const OffsetList& offsets = {}) : IndexerBase(eInput, eComponent, eSparse) {
        Offsets = offsets;
    }
    float operator()(int i) const { return read_listed(i, plane_); }
};

template <>
class Indexer<eInput, ePixel, eSparse> : public IndexerBase {
  public:
    explicit Indexer(const OffsetList& offsets = {}) : IndexerBase(eInput, ePixel, eSparse) {
        Offsets = offsets;
    }
    float operator()(int i, int plane) const { return read_listed(i, plane); }
};

template <>
class Indexer<eInput, eComponent, eRandom> : public IndexerBase {
  public:
    Indexer() : IndexerBase(eInput, eComponent, eRandom) {}
    float operator()(int x, int y) const { return read_at(x, y, plane_); }
    /// Between elements (core/sampling.h); element (i, j) lies at (i, j).
    float Nearest(float x, float y) const { return portable::sample_nearest(x, y, *this); }
    float Bilinear(float x, float y) const { return portable::sample_bilinear(x, y, *this); }
    float Cubic(float x, float y) const { return portable::sample_cubic(x, y, *this); }
    float ClampedCubic(float x, float y) const {
        return portable::sample_clamped_cubic(x, y, *this);
    }
};

template <>
class Indexer<eInput, ePixel, eRandom> : public IndexerBase {
    auto of(int plane) const {
        return [this, plane](int x, int y) { return read_at(x, y, plane); };
    }

  public:
    Indexer() : IndexerBase(eInput, ePixel, eRandom) {}
    float operator()(int x, int y, int plane) const { return read_at(x, y, plane); }
    float Nearest(float x, float y, int plane) const {
        return portable::sample_nearest(x, y, of(plane));
    }
    float Bilinear(float x, float y, int plane) const {
        return portable::sample_bilinear(x, y, of(plane));
    }
    float Cubic(float x, float y, int plane) const {
        return portable::sample_cubic(x, y, of(plane));
    }
    float ClampedCubic(float x, float y, int plane) const {
        return portable::sample_clamped_cubic(x, y, of(plane));
    }
};

template <>
class Indexer<eOutput, eComponent, e0D> : public IndexerBase {
  public:
    Indexer() : IndexerBase(eOutput, eComponent, e0D) {}
    float& operator()() const { return cell(plane_); }
};

template <>
class Indexer<eOutput, ePixel, e0D> : public IndexerBase {
  public:
    Indexer() : IndexerBase(eOutput, ePixel, e0D) {}
    float& operator()(int plane) const { return cell(plane); }
};

}  // namespace weft

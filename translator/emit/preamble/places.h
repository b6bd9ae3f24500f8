// Where elements lie, and pictures that are read anywhere, on the host.
//
// S is the set of value types (Lanes or Scalar).
#pragma once

#include "accessors.h"
#include "core/border.h"
#include "core/sampling.h"
#include "simd_windows.h"

namespace weft {

namespace lanes {
template <int... I>
WEFT_INLINE I32 count_up(Indices<I...>) {
    return I32(Int{I...});
}
}  // namespace lanes

/// first, first + step, ... from lane to lane.
template <class S>
WEFT_INLINE typename S::I counted(int first, int step) {
    if constexpr (S::kWidth == 1)
        return first;
    else
        return I32(first) +
               I32(step) * lanes::count_up(__make_integer_seq<lanes::IndicesOf, int, WEFT_WIDTH>{});
}

/// first, first + step, ... from lane to lane, which may be read by one load where the step is one.
struct Columns : I32 {
    int first, step;
    WEFT_INLINE Columns(int first_column, int columns_apart)
        : I32(counted<Lanes>(first_column, columns_apart)),
          first(first_column),
          step(columns_apart) {}
    template <lanes::Integer T>
    friend WEFT_INLINE Columns operator+(Columns a, T b) {
        return {a.first + static_cast<int>(b), a.step};
    }
    template <lanes::Integer T>
    friend WEFT_INLINE Columns operator+(T a, Columns b) {
        return b + a;
    }
    template <lanes::Integer T>
    friend WEFT_INLINE Columns operator-(Columns a, T b) {
        return {a.first - static_cast<int>(b), a.step};
    }
};

WEFT_INLINE Columns moved(Columns columns, int by) { return columns + by; }

/// Where the elements of a vector lie.
template <class S>
struct Place {
    int x, y, plane;  ///< of the first lane
    int step;         ///< in x, from lane to lane
    WEFT_INLINE auto X() const {
        if constexpr (S::kWidth == 1)
            return x;
        else
            return Columns(x, step);
    }
    WEFT_INLINE int Y() const { return y; }
    WEFT_INLINE int Plane() const { return plane; }
};

/// remap() of every lane. Most vectors lie within the picture.
template <class S, BorderMode kBorder>
WEFT_INLINE typename S::I remapped(typename S::I i, int lo, int hi) {
    using I = typename S::I;
    if constexpr (S::kWidth == 1) {
        return remap(i, lo, hi, kBorder);
    } else if constexpr (kBorder == eClamp || kBorder == eConstant) {
        return clamp(i, I(lo), I(hi - 1));
    } else {
        if (all(i >= I(lo) && i < I(hi))) return i;
        const int n = hi - lo;
        const I from = i - I(lo);
        if constexpr (kBorder == eRepeat) {
            const I m = from % I(n);
            return I(lo) + select(m < I(0), m + I(n), m);
        } else {
            const I r = from % I(2 * n);
            const I m = select(r < I(0), r + I(2 * n), r);
            return I(lo) + select(m < I(n), m, I(2 * n - 1) - m);
        }
    }
}

/// So many elements further on in a row lies what is prefetched: about as far as a loop gets while
/// memory answers. A kilobyte.
inline constexpr long kFurtherOn = 256;

/// Whether columns first to last, last not before first, lie in a picture, floats side by side.
WEFT_INLINE bool columns_within(const PictureArgs& picture, int first, int last) {
    return has_rows_of_floats(picture) && first >= picture.x0 && last < picture.x1;
}

/// Anywhere in a picture: eRandom.
///
/// kColumnsWithin: wherever elements side by side are read, all columns that lanes ask for lie in
/// the picture, and next to each other (columns_within()).
/// kPrefetch: what lies further on in a row is brought near as its elements are read.
template <class S, class Meta, bool kColumnsWithin = false, bool kPrefetch = false>
struct InputRandom : Meta {
    using F = typename S::F;
    using I = typename S::I;
    const PictureArgs& picture;
    int own_plane;  // where the indexer is not per pixel
    WEFT_INLINE InputRandom(const PictureArgs& p, int plane) : picture(p), own_plane(plane) {}

  private:
    template <class X>
    static constexpr bool kIsColumn =
        lanes::kSame<X, I32> || lanes::kSame<X, Columns> || lanes::kSame<X, Moved>;

    /// The elements of a plane, as core/sampling.h asks for them.
    template <class P>
    struct Elements {
        const InputRandom& input;
        P plane;
        WEFT_INLINE F operator()(I x, I y) const { return input.element(x, y, plane); }

        /// Whether the windows of all lanes lie in the picture.
        template <int kSize>
        WEFT_INLINE bool holds(I x, I y) const
            requires(S::kWidth > 1 && !kVaries<S, P>)
        {
            const PictureArgs& p = input.picture;
            return input.is_near() && all(x >= I(p.x0) && x <= I(p.x1 - kSize) && y >= I(p.y0) &&
                                          y <= I(p.y1 - kSize));
        }
        template <int kSize>
        WEFT_INLINE StoredWindows<kSize> inside(I x, I y) const {
            const PictureArgs& p = input.picture;
            const I first = (y - I(p.y0)) * I(static_cast<int>(p.row_samples)) +
                            (x - I(p.x0)) * I(static_cast<int>(p.pixel_samples));
            prefetch<kSize>(x, y, first);
            return {p, plane * p.plane_samples, first};
        }
        /// Brings near what the next row reads, where places turn and lie apart alike across and
        /// down. A hint: where they do not, something else is brought near.
        template <int kSize>
        WEFT_INLINE void prefetch(I x, I y, I first) const {
            constexpr int kLast = WEFT_WIDTH - 1;
            const PictureArgs& p = input.picture;
            const int across = lane(x, kLast) - lane(x, 0), down = lane(y, kLast) - lane(y, 0);
            const long below = (across + WEFT_WIDTH / 2) / WEFT_WIDTH + (kSize - 1);
            const long beside = -((down + WEFT_WIDTH / 2) / WEFT_WIDTH);
            const long away =
                plane * p.plane_samples + below * p.row_samples + beside * p.pixel_samples;
            prefetch_stored(p, away + lane(first, 0));
            prefetch_stored(p, away + lane(first, kLast));
        }
        /// Whether none of them shows anything of the picture.
        template <int kSize>
        WEFT_INLINE bool misses(I x, I y) const {
            if constexpr (Meta::kBorder != eConstant) return false;
            const PictureArgs& p = input.picture;
            return all(x >= I(p.x1) || x <= I(p.x0 - kSize) || y >= I(p.y1) ||
                       y <= I(p.y0 - kSize));
        }
        WEFT_INLINE EvenWindows outside() const { return {F(input.picture.outside)}; }
    };
    WEFT_INLINE auto of() const { return of_plane(own_plane); }
    template <class P>
    WEFT_INLINE auto of(P plane) const {
        return of_plane(bounded_plane<Meta>(plane));
    }
    template <class P>
    WEFT_INLINE auto of_plane(P plane) const {
        return Elements<P>{*this, plane};
    }

  public:
    /// Where all lanes read the same element, one is read.
    WEFT_INLINE float operator()(int x, int y) const { return one(x, y, own_plane); }
    WEFT_INLINE float operator()(int x, int y, int plane) const {
        return one(x, y, bounded_plane<Meta>(plane));
    }
    template <class X, class Y>
    WEFT_INLINE F operator()(X x, Y y) const {
        return element(I(x), I(y), own_plane);
    }
    template <class X, class Y, class P>
    WEFT_INLINE F operator()(X x, Y y, P plane) const {
        return element(I(x), I(y), bounded_plane<Meta>(plane));
    }
    /// Where all lanes read the same row, its place is found once.
    template <class X>
    WEFT_INLINE F operator()(X x, int y) const
        requires(S::kWidth > 1 && kIsColumn<X>)
    {
        return on_row(x, y, own_plane);
    }
    template <class X, class P>
    WEFT_INLINE F operator()(X x, int y, P plane) const
        requires(S::kWidth > 1 && kIsColumn<X>)
    {
        return on_row(x, y, bounded_plane<Meta>(plane));
    }
    template <class X, class Y, class... P>
    WEFT_INLINE F Nearest(X x, Y y, P... plane) const {
        return portable::sample_nearest(F(x), F(y), of(plane...));
    }
    template <class X, class Y, class... P>
    WEFT_INLINE F Bilinear(X x, Y y, P... plane) const {
        return portable::sample_bilinear(F(x), F(y), of(plane...));
    }
    template <class X, class Y, class... P>
    WEFT_INLINE F Cubic(X x, Y y, P... plane) const {
        return portable::sample_cubic(F(x), F(y), of(plane...));
    }
    template <class X, class Y, class... P>
    WEFT_INLINE F ClampedCubic(X x, Y y, P... plane) const {
        return portable::sample_clamped_cubic(F(x), F(y), of(plane...));
    }

  private:
    WEFT_INLINE float one(int x, int y, int plane) const {
        const int column =
            remap(clamp(x, -kFarthest, kFarthest), picture.x0, picture.x1, Meta::kBorder);
        const int row =
            remap(clamp(y, -kFarthest, kFarthest), picture.y0, picture.y1, Meta::kBorder);
        // One of two addresses rather than a branch, so that what is read alike for several
        // elements is read once.
        const bool outside = Meta::kBorder == eConstant && (column == kOutside || row == kOutside);
        const long index = plane * picture.plane_samples +
                           (row - picture.y0) * picture.row_samples +
                           (column - picture.x0) * picture.pixel_samples;
        if (picture.stored != kStoredFloat)
            return outside ? picture.outside : stored_sample(picture, index);
        return *(outside ? &picture.outside : picture.first + index);
    }
    template <class P>
    WEFT_INLINE F element(I any_x, I any_y, P plane) const {
        const I x = clamp(any_x, I(-kFarthest), I(kFarthest));
        const I y = clamp(any_y, I(-kFarthest), I(kFarthest));
        const I column = remapped<S, Meta::kBorder>(x, picture.x0, picture.x1);
        const I row = remapped<S, Meta::kBorder>(y, picture.y0, picture.y1);
        if constexpr (Meta::kBorder != eConstant) {
            return load_at(column, row, plane);
        } else if constexpr (S::kWidth == 1) {
            if (column == kOutside || row == kOutside) return picture.outside;
            return load_at(column, row, plane);
        } else {
            return select(column == x && row == y, load_at(column, row, plane), F(picture.outside));
        }
    }
    /// Elements side by side within the picture are one load.
    template <class X, class P>
    WEFT_INLINE F on_row(X x, int y, P plane) const
        requires lanes::kSame<X, Columns>
    {
        if constexpr (requires { picture.first + plane; }) {
            const int row =
                remap(clamp(y, -kFarthest, kFarthest), picture.y0, picture.y1, Meta::kBorder);
            const bool outside = Meta::kBorder == eConstant && row == kOutside;
            const float* const from = row_from(row, plane) + (x.first - picture.x0);
            if constexpr (kPrefetch) __builtin_prefetch(from + kFurtherOn);
            if (!outside && (kColumnsWithin || holds(x))) return load<S>(from);
        }
        return at_an_end(picture, x, y, plane);
    }
    WEFT_INLINE const float* row_from(int row, int plane) const {
        return picture.first + plane * picture.plane_samples +
               (row - picture.y0) * picture.row_samples;
    }
    /// Whether so many columns lie in the picture, floats side by side.
    WEFT_INLINE bool holds(int first, int columns) const {
        return has_rows_of_floats(picture) && first >= picture.x0 && first <= picture.x1 - columns;
    }
    WEFT_INLINE bool holds(const Columns& x) const {
        return x.step == 1 && holds(x.first, S::kWidth);
    }
    template <class P>
    WEFT_INLINE F on_row(I x, int y, P plane) const {
        return on_row(Moved(x, 0), y, plane);
    }
    template <class P>
    WEFT_INLINE F on_row(Moved any_x, int any_y, P plane) const {
        const int row =
            remap(clamp(any_y, -kFarthest, kFarthest), picture.y0, picture.y1, Meta::kBorder);
        if (Meta::kBorder == eConstant && row == kOutside) return F(picture.outside);
        if constexpr (WEFT_PERMUTES && requires { picture.first + plane; }) {
            // Lanes that lie near each other within the picture: what is side by side is loaded,
            // and each takes its own of it.
            const int nearest = lane(any_x.from, 0);
            const I beyond = any_x.from - I(nearest);
            const int first = lane(any_x, 0);
            const float* const from =
                row_from(row, plane) + (static_cast<long>(first) - picture.x0);
            if constexpr (kPrefetch) __builtin_prefetch(from + kFurtherOn);
            if (all(U32(beyond) < U32(S::kWidth)) && holds(first, S::kWidth))
                return of_vector(load<S>(from), beyond);
            if (all(U32(beyond) < U32(2 * S::kWidth)) && holds(first, 2 * S::kWidth))
                return of_vectors(load<S>(from), load<S>(from + S::kWidth), beyond);
        }
        const I x = clamp(I(any_x), I(-kFarthest), I(kFarthest));
        const I column = remapped<S, Meta::kBorder>(x, picture.x0, picture.x1);
        const F found = load_from_row(column, row, plane);
        if constexpr (Meta::kBorder == eConstant)
            return select(column == x, found, F(picture.outside));
        else
            return found;
    }
    /// Out of line, so that it takes no registers from what is done for elements side by side.
    template <class P>
    [[gnu::noinline, gnu::cold]] static F at_an_end(PictureArgs picture, I x, int y, P plane) {
        return InputRandom(picture, 0).on_row(x, y, plane);
    }
    /// Whether an int can say how far any sample of a plane is from its first.
    WEFT_INLINE bool is_near() const {
        const long rows = picture.row_samples, pixels = picture.pixel_samples;
        return (picture.y1 - picture.y0) * (rows < 0 ? -rows : rows) +
                   (picture.x1 - picture.x0) * (pixels < 0 ? -pixels : pixels) <=
               kFarthestStored;
    }
    template <class P>
    WEFT_INLINE F load_from_row(I x, int y, P plane) const {
        if constexpr (requires { picture.first + plane; })
            if (is_near())
                return gather_stored(
                    picture, plane * picture.plane_samples + (y - picture.y0) * picture.row_samples,
                    (x - I(picture.x0)) * I(static_cast<int>(picture.pixel_samples)));
        return load_at(x, I(y), plane);
    }
    template <class P>
    WEFT_INLINE F load_at(I x, I y, P plane) const {
        if constexpr (S::kWidth > 1 && requires { picture.first + plane; })
            if (is_near())
                return gather_stored(
                    picture, plane * picture.plane_samples,
                    (y - I(picture.y0)) * I(static_cast<int>(picture.row_samples)) +
                        (x - I(picture.x0)) * I(static_cast<int>(picture.pixel_samples)));
        return per_lane<S>([&](int l) __attribute__((always_inline)) {
            return stored_sample(picture, in_lane<S>(plane, l) * picture.plane_samples +
                                              (lane(y, l) - picture.y0) * picture.row_samples +
                                              (lane(x, l) - picture.x0) * picture.pixel_samples);
        });
    }
};

}  // namespace weft

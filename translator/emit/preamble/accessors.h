// Accessors: what a kernel body sees as its indexers on the host.
//
// Each derives from the emitter's metadata struct for that input or output, which gives Radius,
// RadiusX, RadiusY, Count, Planes, Axis, and the layout of its row pointers, as static constants;
// the first four are values of the struct where they are the run's own:
//   kRow0        tap row of the first slot
//   kSlotPlanes  slots per tap row
//   kBeside      many taps: vectors are shifted into place, and rows readable a vector beyond
//   X[], Count   eSparse: column of each entry
//   kSlots[]     eSparse, where rows are shared: the first entry in the entry's row
// S is the set of value types (Lanes or Scalar; of rows alone CodeLanes too). Arguments are bounded
// to what was declared, as core/indexer.h does; an argument may differ between lanes, and is then
// gathered.
#pragma once

#include "rows.h"

namespace weft {

/// How a loop holds a functor's members: few by value, where stores cannot change them, so that
/// what follows from them alone is computed once for a row; tables where they lie.
template <class T, bool kFew = sizeof(T) <= 512>
struct Held {
    using Type = const T;
};
template <class T>
struct Held<T, false> {
    using Type = const T&;
};

constexpr int bounded(int v, int lo, int hi) { return v < lo ? lo : v > hi ? hi : v; }

/// True for an argument that differs between lanes.
template <class S, class T>
inline constexpr bool kVaries = S::kWidth > 1 && __is_same(T, typename S::I);

/// Calls one(lane, index in that lane) for every lane and collects the floats.
template <class S, class One>
WEFT_INLINE typename S::F per_lane(One one) {
    float values[S::kWidth];
    for (int l = 0; l < S::kWidth; ++l) values[l] = one(l);
    return load<S>(values);
}

template <class Meta, class T>
WEFT_INLINE auto bounded_plane(T p) {
    return clamp(p, T(0), T(Meta::Planes - 1));
}

/// at(plane in that lane), for planes from 0 to kPlanes - 1: all are computed, and chosen from.
template <class S, int kPlanes, class At>
WEFT_INLINE typename S::F chosen(typename S::I plane, At at) {
    typename S::F value = at(0);
#pragma clang loop unroll(full)
    for (int p = 1; p < kPlanes; ++p) value = select(plane == p, at(p), value);
    return value;
}

/// Of so many planes it takes less to choose a value than to gather it.
constexpr int kFewPlanes = 8;

/// The value of argument `v` in one lane.
template <class S, class T>
WEFT_INLINE int in_lane(T v, int l) {
    if constexpr (kVaries<S, T>)
        return weft::lane(v, l);
    else
        return static_cast<int>(v);
}

/// A picture that an earlier stage of the same loop has just computed.
template <class S, class Meta>
struct ValueInput : Meta {
    const typename S::F* values;  // one per plane, or the current plane alone
    WEFT_INLINE ValueInput(const typename S::F* v, const Meta& meta = {}) : Meta(meta), values(v) {}

    WEFT_INLINE typename S::F plane(int p) const {
        return values[Meta::kSlotPlanes > 1 ? weft::bounded(p, 0, Meta::kSlotPlanes - 1) : 0];
    }
    WEFT_INLINE typename S::F operator()() const { return values[0]; }
    /// The last argument is the plane where the indexer is per pixel; every other one is an offset
    /// that can only be zero.
    template <class... T>
    WEFT_INLINE typename S::F operator()(T... arguments) const {
        if constexpr (!Meta::kPixel) {
            return values[0];
        } else {
            const auto p = last(arguments...);
            if constexpr (!kVaries<S, decltype(last(arguments...))>)
                return plane(static_cast<int>(p));
            else if constexpr (Meta::kSlotPlanes <= kFewPlanes)
                return chosen<S, Meta::kSlotPlanes>(bounded(p), [&](int q) { return plane(q); });
            else
                return per_lane<S>([&](int l) { return weft::lane(plane(weft::lane(p, l)), l); });
        }
    }

  private:
    static WEFT_INLINE typename S::I bounded(typename S::I p) {
        return clamp(p, typename S::I(0), typename S::I(Meta::kSlotPlanes - 1));
    }
    template <class T>
    static WEFT_INLINE T last(T v) {
        return v;
    }
    template <class T, class... Rest>
    static WEFT_INLINE auto last(T, Rest... rest) {
        return last(rest...);
    }
};

/// Elements of one row, or of rows of planes that lie equally far apart, which is how slots of one
/// tap row point: column `column` of the lane's plane.
template <class S, class Slots, class P>
WEFT_INLINE typename S::F gathered(const Slots& slots, typename S::I column, int dy, P plane) {
    if constexpr (!kVaries<S, P>) {
        return gather(slots.slot(dy, plane), column);
    } else {
        const float* const first = slots.slot(dy, 0);
        const long apart = Slots::kPlaneSlots > 1 ? slots.slot(dy, 1) - first : 0;
        constexpr long kFarthest = (1L << 30) / Slots::kPlaneSlots;
        if (apart <= kFarthest && -apart <= kFarthest)
            return gather(first, column + plane * static_cast<int>(apart));
        return per_lane<S>(
            [&](int l) { return slots.slot(dy, weft::lane(plane, l))[weft::lane(column, l)]; });
    }
}

/// Elements at fixed columns of rows in memory: the storage that the accessors below share.
template <class S, class Meta>
struct Rows : Meta {
    static constexpr int kPlaneSlots = Meta::kPixel ? Meta::kSlotPlanes : 1;
    using Sample = typename S::Sample;
    const Sample* const* slots;  // the first slot of this input
    long x;                      // the first lane's element
    WEFT_INLINE Rows(const Sample* const* first_slot, long element, const Meta& meta = {})
        : Meta(meta), slots(first_slot), x(element) {}

    /// Offset and plane already within bounds.
    template <class DX, class DY, class P>
    WEFT_INLINE typename S::F element(DX dx, DY dy, P plane) const {
        if constexpr (kVaries<S, DY>) {
            return per_lane<S>([&](int l) {
                return slot(in_lane<S>(dy, l), in_lane<S>(plane, l))[x + l + in_lane<S>(dx, l)];
            });
        } else if constexpr (kVaries<S, P> && !kVaries<S, DX> && kPlaneSlots <= kFewPlanes) {
            return chosen<S, kPlaneSlots>(plane, [&](int p) { return element(dx, dy, p); });
        } else if constexpr (kVaries<S, DX> || kVaries<S, P>) {
            return gathered<S>(*this, lane_index() + static_cast<int>(x) + dx, dy, plane);
        } else if constexpr (S::kWidth > 1 && Meta::kBeside) {
            return load_beside(slot(dy, plane) + x, dx);
        } else {
            return load<S>(slot(dy, plane) + x + dx);
        }
    }
    WEFT_INLINE const Sample* slot(int dy, int plane) const {
        return slots[(dy - Meta::kRow0) * Meta::kSlotPlanes + (Meta::kPixel ? plane : 0)];
    }
};

/// The same where an element reads around element (kTimes i + kPlus) / kOver, rounded down: rows
/// begin with what the first element of the row reads around.
template <class S, class Meta>
struct ScaledRows : Rows<S, Meta> {
    int phase;  // of the row's first element: how far (kTimes i + kPlus) lies above a multiple
    WEFT_INLINE ScaledRows(const float* const* first_slot, long element, int row_x,
                           const Meta& meta = {})
        : Rows<S, Meta>(first_slot, element, meta), phase(phase_of(row_x)) {}

    template <class DX, class DY, class P>
    WEFT_INLINE typename S::F element(DX dx, DY dy, P plane) const {
        const auto at = [&](int l) { return (Meta::kTimes * (this->x + l) + phase) / Meta::kOver; };
        constexpr bool kMoves = kVaries<S, DX> || kVaries<S, P>;
        if constexpr (S::kWidth == 1)
            return this->slot(dy, plane)[at(0) + dx];
        else if constexpr (kVaries<S, DY> || !kSmall)
            return per_lane<S>([&](int l) {
                return this->slot(in_lane<S>(dy, l),
                                  in_lane<S>(plane, l))[at(l) + in_lane<S>(dx, l)];
            });
        else if constexpr (!kVaries<S, DX> && kVaries<S, P> && kFew)
            return chosen<S, Rows<S, Meta>::kPlaneSlots>(plane,
                                                         [&](int p) { return element(dx, dy, p); });
        else if constexpr (!kMoves && Meta::kTimes == 2 && Meta::kOver == 1)
            return every_other(this->slot(dy, plane) + dx + 2 * this->x);
        else if constexpr (!kMoves && Meta::kTimes == 1 && Meta::kOver == 2)
            return each_twice(this->slot(dy, plane) + dx + this->x / 2, phase != 0);
        else if constexpr (!kMoves && Meta::kTimes < Meta::kOver)
            return of_vector(load<S>(this->slot(dy, plane) + dx + first_column()), beyond_first());
        else
            return gathered<S>(*this, beyond_first() + (first_column() + dx), dy, plane);
    }

  private:
    /// Whether products of a vector's lanes and its scale fit columns() below.
    static constexpr bool kSmall =
        (static_cast<long>(Meta::kTimes) * S::kWidth + Meta::kOver) * Meta::kOver < 65536;

    static constexpr bool kFew = Rows<S, Meta>::kPlaneSlots <= kFewPlanes;

    /// What the first lane reads around, and how far beyond it the others do: at(l), by a
    /// multiplication in place of the division.
    WEFT_INLINE int first_column() const {
        return static_cast<int>((Meta::kTimes * this->x + phase) / Meta::kOver);
    }
    WEFT_INLINE typename S::I beyond_first() const {
        const int rest = static_cast<int>((Meta::kTimes * this->x + phase) % Meta::kOver);
        constexpr int kInverse = (65536 + Meta::kOver - 1) / Meta::kOver;
        return (lane_index() * Meta::kTimes + rest) * kInverse >> 16;
    }

    static WEFT_INLINE int phase_of(int x) {
        const long long n = (static_cast<long long>(Meta::kTimes) * x + Meta::kPlus) % Meta::kOver;
        return static_cast<int>(n < 0 ? n + Meta::kOver : n);
    }
};

/// The same in transposed tiles, for scans along a row: a tile per slot, lanes beside each other.
template <class S, class Meta>
struct Tiles : Meta {
    const float* first;  // tile of the first slot, at the current element
    long tile_floats;
    WEFT_INLINE Tiles(const float* f, long floats, const Meta& meta = {})
        : Meta(meta), first(f), tile_floats(floats) {}

    template <class DX, class DY, class P>
    WEFT_INLINE typename S::F element(DX dx, DY dy, P plane) const {
        if constexpr (kVaries<S, DX> || kVaries<S, DY> || kVaries<S, P>) {
            return per_lane<S>([&](int l) {
                return tile(in_lane<S>(dy, l),
                            in_lane<S>(plane, l))[in_lane<S>(dx, l) * S::kWidth + l];
            });
        } else {
            return load<S>(tile(dy, plane) + static_cast<long>(dx) * S::kWidth);
        }
    }
    WEFT_INLINE const float* tile(int dy, int plane) const {
        return first +
               ((dy - Meta::kRow0) * Meta::kSlotPlanes + (Meta::kPixel ? plane : 0)) * tile_floats;
    }
};

template <class T>
WEFT_INLINE auto bounded_offset(T v, int radius) {
    return clamp(v, T(-radius), T(radius));
}

/// The element itself: e0D.
template <class S, class Storage>
struct Input0D : Storage {
    using Storage::Storage;
    WEFT_INLINE typename S::F operator()() const { return this->element(0, 0, 0); }
    template <class P>
    WEFT_INLINE typename S::F operator()(P plane) const {
        return this->element(0, 0, bounded_plane<Storage>(plane));
    }
};

/// Along an axis: e1D.
template <class S, class Storage>
struct Input1D : Storage {
    using Storage::Storage;
    WEFT_INLINE typename S::F operator()() const { return this->element(0, 0, 0); }
    template <class D>
    WEFT_INLINE typename S::F operator()(D offset) const {
        return at(offset, 0);
    }
    template <class D, class P>
    WEFT_INLINE typename S::F operator()(D offset, P plane) const {
        return at(offset, bounded_plane<Storage>(plane));
    }

  private:
    template <class D, class P>
    WEFT_INLINE typename S::F at(D offset, P plane) const {
        const auto d = bounded_offset(offset, this->Radius);
        if constexpr (Storage::Axis == eHorizontal)
            return this->element(d, 0, plane);
        else
            return this->element(0, d, plane);
    }
};

/// Within a rectangle: e2D.
template <class S, class Storage>
struct Input2D : Storage {
    using Storage::Storage;
    WEFT_INLINE typename S::F operator()() const { return this->element(0, 0, 0); }
    template <class X>
    WEFT_INLINE typename S::F operator()(X dx) const {
        return at(dx, 0, 0);
    }
    template <class X, class Y>
    WEFT_INLINE typename S::F operator()(X dx, Y dy) const {
        return at(dx, dy, 0);
    }
    template <class X, class Y, class P>
    WEFT_INLINE typename S::F operator()(X dx, Y dy, P plane) const {
        return at(dx, dy, bounded_plane<Storage>(plane));
    }

  private:
    template <class X, class Y, class P>
    WEFT_INLINE typename S::F at(X dx, Y dy, P plane) const {
        return this->element(bounded_offset(dx, this->RadiusX), bounded_offset(dy, this->RadiusY),
                             plane);
    }
};

/// At the entries of a list: eSparse. Slot i holds the row of entry i.
template <class S, class Storage>
struct InputSparse : Storage {
    using Storage::Storage;
    template <class N>
    WEFT_INLINE typename S::F operator()(N i) const {
        return at(i, 0);
    }
    template <class N, class P>
    WEFT_INLINE typename S::F operator()(N i, P plane) const {
        return at(i, bounded_plane<Storage>(plane));
    }

  private:
    template <class N, class P>
    WEFT_INLINE typename S::F at(N i, P plane) const {
        const auto entry = clamp(i, N(0), N(this->Entries - 1));
        if constexpr (kVaries<S, N> || kVaries<S, P>) {
            return per_lane<S>([&](int l) {
                const int n = in_lane<S>(entry, l);
                return weft::lane(this->element(this->X[n], n, in_lane<S>(plane, l)), l);
            });
        } else {
            return this->element(this->X[entry], slot_of(entry), plane);
        }
    }

    /// Entries of one row have the first one's slot, so that it shows what their loads share.
    static constexpr WEFT_INLINE int slot_of(int entry) {
        if constexpr (requires { Storage::kSlots; })
            return Storage::kSlots[entry];
        else
            return entry;
    }
};

/// What a stage writes: values that the loop keeps or stores.
template <class S, class Meta>
struct Output : Meta {
    typename S::F* values;
    WEFT_INLINE Output(typename S::F* v) : values(v) {}
    WEFT_INLINE typename S::F& operator()() const { return values[0]; }
    WEFT_INLINE typename S::F& operator()(int plane) const {
        return values[bounded(plane, 0, Meta::kSlotPlanes - 1)];
    }
    /// A plane per lane: an element to be assigned.
    template <class P>
        requires kVaries<S, P>
    WEFT_INLINE auto operator()(P plane) const {
        return lanes::element<typename S::F>(values, clamp(plane, P(0), P(Meta::kSlotPlanes - 1)));
    }
};

/// A local copy of row pointers, which stores through other pointers cannot change.
template <int N, class Sample = float>
struct Pointers {
    const Sample* slots[N > 0 ? N : 1];
    WEFT_INLINE explicit Pointers(const Sample* const* from) {
        for (int i = 0; i < N; ++i) slots[i] = from[i];
    }
};

/// Exchanges lanes and elements of kWidth vectors.
template <class S>
WEFT_INLINE void transpose(typename S::F* v) {
    if constexpr (S::kWidth > 1) transpose_lanes(v);
}

/// tile[i * kWidth + l] = row[l * period + i] for i in [0, rows), lanes whose segment begins at or
/// beyond `count` repeating the first. Reads up to a vector beyond each segment.
template <class S>
WEFT_INLINE void transpose_in(const float* row, long count, int period, int rows, float* tile) {
    for (int i = 0; i < rows; i += S::kWidth) {
        typename S::F v[S::kWidth];
        for (int l = 0; l < S::kWidth; ++l)
            v[l] = load<S>(
                row + (l * static_cast<long>(period) < count ? l * static_cast<long>(period) : 0) +
                i);
        transpose<S>(v);
        for (int l = 0; l < S::kWidth; ++l) store<S>(tile + (i + l) * S::kWidth, v[l]);
    }
}

/// tile[i * kWidth + l] = row l's element first + i for i in [0, length). A row for each lane,
/// those from `rows` on repeating the first; pointers lie `stride` apart. Reads up to a vector
/// beyond.
template <class S>
WEFT_INLINE void rows_in(const float* const* row, int stride, int rows, long first, long length,
                         float* tile) {
    for (long i = 0; i < length; i += S::kWidth) {
        typename S::F v[S::kWidth];
        for (int l = 0; l < S::kWidth; ++l)
            v[l] = load<S>(row[static_cast<long>(l < rows ? l : 0) * stride] + first + i);
        transpose<S>(v);
        for (int l = 0; l < S::kWidth; ++l) store<S>(tile + (i + l) * S::kWidth, v[l]);
    }
}

/// The way back, for the first `rows` lanes. Writes whole vectors; kStream: around the caches.
template <class S, bool kStream>
WEFT_INLINE void rows_out(const float* tile, float* const* row, int stride, int rows, long first,
                          long length) {
    for (long i = 0; i < length; i += S::kWidth) {
        typename S::F v[S::kWidth];
        for (int l = 0; l < S::kWidth; ++l) v[l] = load<S>(tile + (i + l) * S::kWidth);
        transpose<S>(v);
        for (int l = 0; l < S::kWidth; ++l) {
            if (l >= rows) continue;  // no break, so that the loop unrolls
            float* const to = row[static_cast<long>(l) * stride] + first + i;
            if constexpr (kStream)
                stream<S>(to, v[l]);
            else
                store<S>(to, v[l]);
        }
    }
}

/// row[l * period + i] = tile[i * kWidth + l] for lanes whose segment begins before `count`. Writes
/// whole vectors: from the last downwards, so that a segment's beginning is written after the end
/// of the one before it.
template <class S>
WEFT_INLINE void transpose_out(const float* tile, long count, int period, float* row) {
    for (int i = (period - 1) / S::kWidth * S::kWidth; i >= 0; i -= S::kWidth) {
        typename S::F v[S::kWidth];
        for (int l = 0; l < S::kWidth; ++l) v[l] = load<S>(tile + (i + l) * S::kWidth);
        transpose<S>(v);
        for (int l = 0; l < S::kWidth; ++l)
            if (l * static_cast<long>(period) < count)
                store<S>(row + l * static_cast<long>(period) + i, v[l]);
    }
}

}  // namespace weft

// Lanes and memory for generated host kernels: loads, stores, gathers, at() with an index per lane.
#pragma once

#include "simd.h"

namespace weft {

namespace lanes {
// A typedef: in an alias declaration Clang drops the alignment.
typedef float LooseFloat __attribute__((ext_vector_type(WEFT_WIDTH), aligned(4)));
}  // namespace lanes

/// 0, 1, 2, ...
WEFT_INLINE I32 lane_index() {
    I32 r;
#pragma clang loop unroll(full)
    for (int i = 0; i < WEFT_WIDTH; ++i) r.v[i] = i;
    return r;
}
/// Columns that lie anywhere, all moved alike: `from` and `by` apart, so that what follows from how
/// lanes lie to each other is found once for all moves.
struct Moved : I32 {
    I32 from;
    int by;
    WEFT_INLINE Moved(I32 columns, int distance)
        : I32(columns + I32(distance)), from(columns), by(distance) {}
};
WEFT_INLINE Moved moved(I32 columns, int by) { return {columns, by}; }
WEFT_INLINE int moved(int column, int by) { return column + by; }

/// The mask of lanes 0 to n-1, for any n.
WEFT_INLINE Mask first_lanes(int n) { return lane_index() < I32(n); }

/// The value in lane i, 0 <= i < WEFT_WIDTH.
WEFT_INLINE float lane(F32 x, int i) { return x.v[i]; }
WEFT_INLINE int lane(I32 x, int i) { return x.v[i]; }
WEFT_INLINE unsigned lane(U32 x, int i) { return x.v[i]; }
WEFT_INLINE bool lane(Mask x, int i) { return x.v[i] != 0; }

/// Whole vectors, at any address and at multiples of the vector's size.
WEFT_INLINE F32 load(const float* p) {
    return F32(lanes::Float(*reinterpret_cast<const lanes::LooseFloat*>(p)));
}
WEFT_INLINE F32 load_aligned(const float* p) {
    return F32(*reinterpret_cast<const lanes::Float*>(p));
}
WEFT_INLINE void store(float* p, F32 x) { *reinterpret_cast<lanes::LooseFloat*>(p) = x.v; }
WEFT_INLINE void store_aligned(float* p, F32 x) { *reinterpret_cast<lanes::Float*>(p) = x.v; }

/// An aligned store around the caches, for outputs larger than they are. The executor ends tiles
/// with a fence.
WEFT_INLINE void stream(float* p, F32 x) {
    __builtin_nontemporal_store(x.v, reinterpret_cast<lanes::Float*>(p));
}

/// The lanes of m from p, the others 0; memory under the others is not touched.
WEFT_INLINE F32 load(const float* p, Mask m) {
#if defined(__AVX512F__) && WEFT_WIDTH == 16
    using V = float __attribute__((vector_size(64)));
    return F32(
        __builtin_bit_cast(lanes::Float, __builtin_ia32_loadups512_mask(p, V{}, mask_bits(m))));
#elif defined(__AVX2__) && WEFT_WIDTH == 8
    using V = float __attribute__((vector_size(32)));
    using VI = int __attribute__((vector_size(32)));
    return F32(__builtin_bit_cast(
        lanes::Float,
        __builtin_ia32_maskloadps256(reinterpret_cast<const V*>(p), __builtin_bit_cast(VI, m.v))));
#else
    F32 r(0.0f);
#pragma clang loop unroll(full)
    for (int i = 0; i < WEFT_WIDTH; ++i)
        if (m.v[i]) r.v[i] = p[i];
    return r;
#endif
}

/// Stores the lanes of m; memory under the others is not touched.
WEFT_INLINE void store(float* p, F32 x, Mask m) {
#if defined(__AVX512F__) && WEFT_WIDTH == 16
    using V = float __attribute__((vector_size(64)));
    __builtin_ia32_storeups512_mask(p, __builtin_bit_cast(V, x.v), mask_bits(m));
#elif defined(__AVX2__) && WEFT_WIDTH == 8
    using V = float __attribute__((vector_size(32)));
    using VI = int __attribute__((vector_size(32)));
    __builtin_ia32_maskstoreps256(reinterpret_cast<V*>(p), __builtin_bit_cast(VI, m.v),
                                  __builtin_bit_cast(V, x.v));
#else
#pragma clang loop unroll(full)
    for (int i = 0; i < WEFT_WIDTH; ++i)
        if (m.v[i]) p[i] = x.v[i];
#endif
}

/// The first n lanes, for any n: below 1 none, at WEFT_WIDTH and above all.
WEFT_INLINE F32 load_first(const float* p, int n) { return load(p, first_lanes(n)); }
WEFT_INLINE void store_first(float* p, F32 x, int n) { store(p, x, first_lanes(n)); }

/// base[index] per lane; every index must be valid.
WEFT_INLINE F32 gather(const float* base, I32 index) {
#if defined(__AVX512F__) && WEFT_WIDTH == 16
    using V = float __attribute__((vector_size(64)));
    using VI = int __attribute__((vector_size(64)));
    return F32(__builtin_bit_cast(
        lanes::Float, __builtin_ia32_gathersiv16sf(V{}, base, __builtin_bit_cast(VI, index.v),
                                                   static_cast<unsigned short>(0xffff), 4)));
#elif defined(__AVX2__) && WEFT_WIDTH == 8
    using V = float __attribute__((vector_size(32)));
    using VI = int __attribute__((vector_size(32)));
    const V all = __builtin_bit_cast(V, VI{-1, -1, -1, -1, -1, -1, -1, -1});
    return F32(__builtin_bit_cast(
        lanes::Float,
        __builtin_ia32_gatherd_ps256(V{}, base, __builtin_bit_cast(VI, index.v), all, 4)));
#endif
    F32 r;
#pragma clang loop unroll(full)
    for (int i = 0; i < WEFT_WIDTH; ++i) r.v[i] = base[index.v[i]];
    return r;
}
/// The lane of x that each lane names, by a number from 0 to WEFT_WIDTH - 1.
WEFT_INLINE F32 of_vector(F32 x, I32 lane) {
#if defined(__AVX512F__) && WEFT_WIDTH == 16
    using V = float __attribute__((vector_size(64)));
    using VI = int __attribute__((vector_size(64)));
    return F32(__builtin_bit_cast(
        lanes::Float,
        __builtin_ia32_permvarsf512(__builtin_bit_cast(V, x.v), __builtin_bit_cast(VI, lane.v))));
#elif defined(__AVX2__) && WEFT_WIDTH == 8
    using V = float __attribute__((vector_size(32)));
    using VI = int __attribute__((vector_size(32)));
    return F32(__builtin_bit_cast(
        lanes::Float,
        __builtin_ia32_permvarsf256(__builtin_bit_cast(V, x.v), __builtin_bit_cast(VI, lane.v))));
#else
    F32 r;
#pragma clang loop unroll(full)
    for (int i = 0; i < WEFT_WIDTH; ++i) r.v[i] = x.v[lane.v[i]];
    return r;
#endif
}

#if (defined(__AVX512F__) && WEFT_WIDTH == 16) || (defined(__AVX2__) && WEFT_WIDTH == 8)
#define WEFT_PERMUTES 1
/// The same of two vectors, by a number from 0 to 2 WEFT_WIDTH - 1.
WEFT_INLINE F32 of_vectors(F32 x, F32 y, I32 lane) {
#if WEFT_WIDTH == 16
    using V = float __attribute__((vector_size(64)));
    using VI = int __attribute__((vector_size(64)));
    return F32(__builtin_bit_cast(
        lanes::Float,
        __builtin_ia32_vpermi2varps512(__builtin_bit_cast(V, x.v), __builtin_bit_cast(VI, lane.v),
                                       __builtin_bit_cast(V, y.v))));
#else
    return select(lane < I32(WEFT_WIDTH), of_vector(x, lane), of_vector(y, lane));
#endif
}
#else
#define WEFT_PERMUTES 0
#endif

/// base[index] in the lanes of m, 0 in the others, whose indices may be anything.
WEFT_INLINE F32 gather(const float* base, I32 index, Mask m) {
    F32 r(0.0f);
#pragma clang loop unroll(full)
    for (int i = 0; i < WEFT_WIDTH; ++i)
        if (m.v[i]) r.v[i] = base[index.v[i]];
    return r;
}

/// All lanes of a, or all of b.
template <class T>
WEFT_INLINE T either(bool all, T a, T b) {
    if constexpr (requires { a.v; })
        return T(all ? a.v : b.v);
    else
        return all ? a : b;
}

// at() with an index per lane. On arrays of plain values it reads; on arrays of value types it
// yields an element that can be read and assigned, in all lanes or under a mask. Arrays of arrays
// work too.

namespace lanes {
/// The value type of plain values, and of value types themselves.
template <class T>
struct Wide {
    using Type = T;
};
template <>
struct Wide<float> {
    using Type = F32;
};
template <>
struct Wide<int> {
    using Type = I32;
};
template <>
struct Wide<unsigned> {
    using Type = U32;
};
template <>
struct Wide<bool> {
    using Type = Mask;
};

template <class T>
struct Plain {
    using Type = T;
};
template <class T>
struct Plain<const T> {
    using Type = T;
};

template <class T>
WEFT_INLINE auto in_lane(const T& element, int i) {
    if constexpr (requires { element.v[i]; })
        return element.v[i];
    else if constexpr (kSame<T, bool>)
        return element ? -1 : 0;
    else
        return element;
}
}  // namespace lanes

/// base[index] per lane, where the elements are arrays: something to apply at() to again.
template <class T>
struct LaneRow {
    T* base;
    I32 index;
};

/// base[index] per lane, as an lvalue; T is a value type or, to be read only, a plain value.
template <class T>
struct LaneElement {
    T* base;
    I32 index;

    using Element = typename lanes::Plain<T>::Type;
    using Value = typename lanes::Wide<Element>::Type;

    WEFT_INLINE Value read() const {
        if constexpr (lanes::kSame<Element, float>) return gather(base, index);
        Value r;
#pragma clang loop unroll(full)
        for (int i = 0; i < WEFT_WIDTH; ++i) r.v[i] = lanes::in_lane<Element>(base[index.v[i]], i);
        return r;
    }
    WEFT_INLINE void write(Mask m, Value value) const {
        // Lane by lane: each lane writes its own element only.
#pragma clang loop unroll(full)
        for (int i = 0; i < WEFT_WIDTH; ++i)
            if (m.v[i]) base[index.v[i]].v[i] = value.v[i];
    }
    /// Adds to each lane's element where it is: no vector of what was there is put together.
    WEFT_INLINE void add(Value value) const {
        auto* const lanes = reinterpret_cast<unsigned*>(base);
        const I32 first = index * I32(WEFT_WIDTH);
#pragma clang loop unroll(full)
        for (int i = 0; i < WEFT_WIDTH; ++i)
            lanes[first.v[i] + i] += static_cast<unsigned>(value.v[i]);
    }
    WEFT_INLINE operator Value() const { return read(); }
    WEFT_INLINE const LaneElement& operator=(Value value) const {
        write(true, value);
        return *this;
    }
    WEFT_INLINE const LaneElement& operator=(const LaneElement& other) const {
        return *this = other.read();
    }
    WEFT_INLINE LaneElement(T* b, I32 i) : base(b), index(i) {}
    WEFT_INLINE LaneElement(const LaneElement&) = default;
};

#define WEFT_LANE_ELEMENT_COMPOUND(op)                                                     \
    template <class T, class B>                                                            \
    WEFT_INLINE const LaneElement<T>& operator op##=(const LaneElement<T>& element, B b) { \
        return element = element.read() op b;                                              \
    }
template <class T, class B>
WEFT_INLINE const LaneElement<T>& operator+=(const LaneElement<T>& element, B b) {
    using Value = typename LaneElement<T>::Value;
    constexpr bool kWhole = lanes::kSame<Value, I32> || lanes::kSame<Value, U32>;
    if constexpr (kWhole && (lanes::kSame<B, Value> || lanes::Integer<B>))
        element.add(Value(b));
    else
        element = element.read() + b;
    return element;
}
WEFT_LANE_ELEMENT_COMPOUND(-)
WEFT_LANE_ELEMENT_COMPOUND(*)
WEFT_LANE_ELEMENT_COMPOUND(/)
WEFT_LANE_ELEMENT_COMPOUND(%)
WEFT_LANE_ELEMENT_COMPOUND(&)
WEFT_LANE_ELEMENT_COMPOUND(|)
WEFT_LANE_ELEMENT_COMPOUND(^)
WEFT_LANE_ELEMENT_COMPOUND(<<)
WEFT_LANE_ELEMENT_COMPOUND(>>)

template <class T>
WEFT_INLINE void assign(Mask m, const LaneElement<T>& target,
                        typename LaneElement<T>::Value value) {
    target.write(m, value);
}

namespace lanes {
template <class T>
inline constexpr bool kIsArray = false;
template <class T, int N>
inline constexpr bool kIsArray<T[N]> = true;

/// What at() yields: a value where there is nothing to assign to, else the element.
template <class T>
WEFT_INLINE auto element(T* base, I32 index) {
    using E = typename Plain<T>::Type;
    if constexpr (kIsArray<T>)
        return LaneRow<T>{base, index};
    else if constexpr (!kSame<E, typename Wide<E>::Type>)
        return LaneElement<T>(base, index).read();
    else
        return LaneElement<T>(base, index);
}
}  // namespace lanes

/// The element of `array` at an index per lane, clamped into the array.
template <class T, int N>
WEFT_INLINE auto at(T (&array)[N], I32 index) {
    return lanes::element<T>(array, clamp(index, I32(0), I32(N - 1)));
}
template <class T, int N>
WEFT_INLINE auto at(T (&array)[N], U32 index) {
    return at(array, I32(index));
}

/// The same for an array that at() found in an array of arrays.
template <class T, int N, class Index>
WEFT_INLINE auto at(const LaneRow<T[N]>& array, Index index) {
    return lanes::element<T>(&array.base[0][0],
                             array.index * N + clamp(I32(index), I32(0), I32(N - 1)));
}

}  // namespace weft

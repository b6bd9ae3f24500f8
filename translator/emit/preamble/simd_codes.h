// Lanes of codes: samples as they are stored, bytes or 16-bit numbers, which kernels that only
// select among samples compute with in place of floats. A vector is as long as one of floats.
#pragma once

#include "simd_memory.h"

namespace weft {

/// How lanes of codes lie in memory and compare. Sample is unsigned char or unsigned short.
template <class Sample>
struct CodeVectors {
    static constexpr int kWidth = WEFT_WIDTH * 4 / static_cast<int>(sizeof(Sample));
    typedef Sample Vector __attribute__((ext_vector_type(kWidth)));
    typedef Sample Loose __attribute__((ext_vector_type(kWidth), aligned(sizeof(Sample))));
    using Choice = decltype(Vector{} < Vector{});  // -1 or 0 in each lane
    static constexpr Sample kOne = static_cast<Sample>(-1);
};

/// A bool per lane.
template <class Sample>
struct CodeMask {
    using Choice = typename CodeVectors<Sample>::Choice;
    Choice v;

    CodeMask() = default;
    WEFT_INLINE explicit CodeMask(Choice lanes) : v(lanes) {}
    template <class T>
        requires lanes::kSame<T, bool>
    WEFT_INLINE CodeMask(T value) : v(Choice(value ? -1 : 0)) {}

    friend WEFT_INLINE CodeMask operator&(CodeMask a, CodeMask b) { return CodeMask(a.v & b.v); }
    friend WEFT_INLINE CodeMask operator|(CodeMask a, CodeMask b) { return CodeMask(a.v | b.v); }
    friend WEFT_INLINE CodeMask operator^(CodeMask a, CodeMask b) { return CodeMask(a.v ^ b.v); }
    friend WEFT_INLINE CodeMask operator!(CodeMask a) { return CodeMask(~a.v); }
    friend WEFT_INLINE CodeMask operator&&(CodeMask a, CodeMask b) { return a & b; }
    friend WEFT_INLINE CodeMask operator||(CodeMask a, CodeMask b) { return a | b; }
    friend WEFT_INLINE CodeMask operator==(CodeMask a, CodeMask b) { return !(a ^ b); }
    friend WEFT_INLINE CodeMask operator!=(CodeMask a, CodeMask b) { return a ^ b; }
};

/// A sample per lane, by its code.
template <class Sample>
struct Codes {
    using Vectors = CodeVectors<Sample>;
    typename Vectors::Vector v;

    Codes() = default;
    WEFT_INLINE explicit Codes(typename Vectors::Vector lanes) : v(lanes) {}
    /// `value` must be 0 or 1.
    WEFT_INLINE Codes(float value) : v(value == 0.0f ? Sample(0) : Vectors::kOne) {}

    friend WEFT_INLINE CodeMask<Sample> operator==(Codes a, Codes b) {
        return CodeMask<Sample>(a.v == b.v);
    }
    friend WEFT_INLINE CodeMask<Sample> operator!=(Codes a, Codes b) {
        return CodeMask<Sample>(a.v != b.v);
    }
    friend WEFT_INLINE CodeMask<Sample> operator<(Codes a, Codes b) {
        return CodeMask<Sample>(a.v < b.v);
    }
    friend WEFT_INLINE CodeMask<Sample> operator<=(Codes a, Codes b) {
        return CodeMask<Sample>(a.v <= b.v);
    }
    friend WEFT_INLINE CodeMask<Sample> operator>(Codes a, Codes b) {
        return CodeMask<Sample>(a.v > b.v);
    }
    friend WEFT_INLINE CodeMask<Sample> operator>=(Codes a, Codes b) {
        return CodeMask<Sample>(a.v >= b.v);
    }
};

// No templates, so that one operand may be a float.
#define WEFT_CODE_OPERATIONS(Sample)                                                               \
    WEFT_INLINE Codes<Sample> min(Codes<Sample> a, Codes<Sample> b) {                              \
        return Codes<Sample>(__builtin_elementwise_min(a.v, b.v));                                 \
    }                                                                                              \
    WEFT_INLINE Codes<Sample> max(Codes<Sample> a, Codes<Sample> b) {                              \
        return Codes<Sample>(__builtin_elementwise_max(a.v, b.v));                                 \
    }                                                                                              \
    WEFT_INLINE Codes<Sample> select(CodeMask<Sample> m, Codes<Sample> a, Codes<Sample> b) {       \
        return Codes<Sample>(m.v ? lanes::opaque(a.v) : lanes::opaque(b.v));                       \
    }                                                                                              \
    WEFT_INLINE CodeMask<Sample> select(CodeMask<Sample> m, CodeMask<Sample> a,                    \
                                        CodeMask<Sample> b) {                                      \
        return (m & a) | (!m & b);                                                                 \
    }                                                                                              \
    WEFT_INLINE Codes<Sample> load(const Sample* p) {                                              \
        return Codes<Sample>(                                                                      \
            CodeVectors<Sample>::Vector(*reinterpret_cast<const CodeVectors<Sample>::Loose*>(p))); \
    }                                                                                              \
    WEFT_INLINE void store(Sample* p, Codes<Sample> x) {                                           \
        *reinterpret_cast<CodeVectors<Sample>::Loose*>(p) = x.v;                                   \
    }                                                                                              \
    WEFT_INLINE Codes<Sample> load_beside(const Sample* from, int offset) {                        \
        return load(from + offset);                                                                \
    }
WEFT_CODE_OPERATIONS(unsigned char)
WEFT_CODE_OPERATIONS(unsigned short)
#undef WEFT_CODE_OPERATIONS

/// What there is no vector of: whole numbers are the same in all lanes.
struct NoLanes {};

/// The value types of a kernel on codes, one per lane.
template <class Code>
struct CodeLanes {
    using Sample = Code;
    using F = Codes<Code>;
    using I = NoLanes;
    using U = NoLanes;
    using M = CodeMask<Code>;
    static constexpr int kWidth = CodeVectors<Code>::kWidth;
};

/// Rows of codes: RowArgs has their addresses as those of floats.
template <class S>
WEFT_INLINE typename S::Sample* row_of(float* row) {
    return reinterpret_cast<typename S::Sample*>(row);
}
template <class S>
WEFT_INLINE const typename S::Sample* const* rows_of(const float* const* rows) {
    return reinterpret_cast<const typename S::Sample* const*>(rows);
}

}  // namespace weft

// Every operation of the value types, as a table: one text, run on scalars and on lanes.
//
// An operation reads three words per element; x, y, z are these as floats, i, j as ints, u, w as
// unsigned, p, q as bools; all are values of S. Its result is a word.
#pragma once

#include "core/math.h"

namespace {

struct Operation {
    const char* name;
    bool is_float;  ///< the result is a float: any NaN equals any NaN
    void (*run)(int count, const unsigned* a, const unsigned* b, const unsigned* c, unsigned* out);
};

inline unsigned word(float x) { return weft::as_uint(x); }
inline unsigned word(int x) { return weft::as_uint(x); }
inline unsigned word(unsigned x) { return x; }
inline unsigned word(bool x) { return x ? 1u : 0u; }
template <class T>
T by_value(T);

// How S moves words in and out: specialised beside each S.
template <class S>
typename S::U load_words(const unsigned* from);
template <class S, class T>
void store_words(unsigned* to, T value);

constexpr float kCurve[] = {0.0f, 0.25f, -1.5f, 3.0f, 1e-40f};
constexpr int kSteps[2][3] = {{1, 2, 3}, {-4, -5, -6}};

#define OPERATION(...)                                                                           \
    Operation {                                                                                  \
        #__VA_ARGS__,                                                                            \
            [] {                                                                                 \
                typename S::F x{}, y{}, z{};                                                     \
                typename S::I i{}, j{};                                                          \
                typename S::U u{}, w{};                                                          \
                typename S::M p{}, q{};                                                          \
                (void)x, (void)y, (void)z, (void)i, (void)j, (void)u, (void)w, (void)p, (void)q; \
                return __is_same(decltype(by_value(__VA_ARGS__)), typename S::F);                \
            }(),                                                                                 \
            [](int count, const unsigned* a, const unsigned* b, const unsigned* c,               \
               unsigned* out) {                                                                  \
                for (int n = 0; n < count; n += S::kWidth) {                                     \
                    [[maybe_unused]] const U u = load_words<S>(a + n), w = load_words<S>(b + n); \
                    [[maybe_unused]] const I i = weft::as_int(u), j = weft::as_int(w);           \
                    [[maybe_unused]] const F x = weft::as_float(u), y = weft::as_float(w);       \
                    [[maybe_unused]] const F z = weft::as_float(load_words<S>(c + n));           \
                    [[maybe_unused]] const M p = u % 2u == 0u, q = i < j;                        \
                    store_words<S>(out + n, __VA_ARGS__);                                        \
                }                                                                                \
            }                                                                                    \
    }

template <class S>
struct Operations {
    using F = typename S::F;
    using I = typename S::I;
    using U = typename S::U;
    using M = typename S::M;

    static F stepped(F x) {
        F v = x;
        ++v;
        v++;
        v *= 3.0f;
        v -= x;
        v /= 7.0f;
        v += 1.0f;
        return v--;
    }
#if defined(__x86_64__)
    /// Open in C++ out of range; one instruction on x86-64, which a sanitizer is to let pass.
    __attribute__((no_sanitize("float-cast-overflow"))) static I truncated(F x) { return I(x); }
#endif
    static I counted(I i) {
        I v = i;
        v += 3;
        v *= 5;
        v ^= 0x55;
        v |= 4;
        v &= 0x7ffff;
        v <<= 3;
        v >>= 1;
        v -= 2;
        --v;
        v %= 1000;
        v /= 3;
        return v++;
    }
    /// A loop that each lane leaves on its own, under a mask.
    static I collatz(I start) {
        I v = weft::abs(start % 1000) + 1, n = 0;
        M running = v != 1;
        while (weft_any(running)) {
            const M even = v % 2 == 0;
            weft_assign(running, v, weft::select(even, v / 2, v * 3 + 1));
            weft_assign(running, n, n + 1);
            running = running && v != 1;
        }
        return n;
    }
    static F table(I i, F x) {
        F values[4] = {x, x * 2.0f, F(0.5f), -x};
        weft::at(values, 1) = x + 1.0f;
        F sum = weft::at(values, i % 6) + weft::at(kCurve, i % 8);
        return sum * F(weft::at(weft::at(kSteps, i % 3), i % 5));
    }

    static constexpr int kMany = 512;
    static int list(Operation (&out)[kMany]) {
        const Operation all[] = {
            OPERATION(x + y),
            OPERATION(x - y),
            OPERATION(x * y),
            OPERATION(x / y),
            OPERATION(-x),
            OPERATION(+x),
            OPERATION(1.0f / x),
            OPERATION(2 * x),
            OPERATION(x - 0.1f),
            OPERATION(x == y),
            OPERATION(x != y),
            OPERATION(x < y),
            OPERATION(x <= y),
            OPERATION(x > y),
            OPERATION(x >= y),
            OPERATION(0.0f < x),
            OPERATION(stepped(x)),
            OPERATION(i + j),
            OPERATION(i - j),
            OPERATION(i * j),
            OPERATION(-i),
            OPERATION(~i),
            OPERATION(i & j),
            OPERATION(i | j),
            OPERATION(i ^ j),
            OPERATION(1 - i),
            OPERATION((i >> 1) / weft::max(j, 1)),
            OPERATION((i >> 1) % weft::max(j, 1)),
            OPERATION(i / 7),
            OPERATION(i % -5),
            OPERATION(i << (j & 31)),
            OPERATION(i >> (j & 31)),
            OPERATION(1 << (j & 31)),
            OPERATION(i == j),
            OPERATION(i != j),
            OPERATION(i < j),
            OPERATION(i <= j),
            OPERATION(i > j),
            OPERATION(i >= j),
            OPERATION(counted(i)),
            OPERATION(u + w),
            OPERATION(u - w),
            OPERATION(u * w),
            OPERATION(-u),
            OPERATION(~u),
            OPERATION(u & w),
            OPERATION(u | w),
            OPERATION(u ^ w),
            OPERATION(u / (w | 1u)),
            OPERATION(u % (w | 1u)),
            OPERATION(u << (j & 31)),
            OPERATION(u >> (w & 31u)),
            OPERATION(1u << (j & 31)),
            OPERATION(u < w),
            OPERATION(u <= w),
            OPERATION(u > w),
            OPERATION(u >= w),
            OPERATION(u == w),
            OPERATION(u != w),
            OPERATION(p && q),
            OPERATION(p || q),
            OPERATION(!p),
            OPERATION(p == q),
            OPERATION(p != q),
            OPERATION(p && true),
            OPERATION(false || q),
            OPERATION(I(p)),
            OPERATION(F(p)),
            OPERATION(U(p)),
            OPERATION(M(i)),
            OPERATION(M(x)),
            OPERATION(F(i)),
            OPERATION(F(u)),
            OPERATION(U(i)),
            OPERATION(I(u)),
            OPERATION(x + F(i)),
            OPERATION(weft::select(p, x, y)),
            OPERATION(weft::select(p, i, j)),
            OPERATION(weft::select(p, u, w)),
            OPERATION(weft::select(p, q, x < y)),
            OPERATION(weft::abs(x)),
            OPERATION(weft::sign(x)),
            OPERATION(weft::copysign(x, y)),
            OPERATION(weft::min(x, y)),
            OPERATION(weft::max(x, y)),
            OPERATION(weft::max(x, 0.0f)),
            OPERATION(weft::min(1.0f, x)),
            OPERATION(weft::clamp(x, 0.0f, 1.0f)),
            OPERATION(weft::clamp(x, y, z)),
            OPERATION(weft::floor(x)),
            OPERATION(weft::ceil(x)),
            OPERATION(weft::trunc(x)),
            OPERATION(weft::round(x)),
            OPERATION(weft::round_even(x)),
            OPERATION(weft::fract(x)),
            OPERATION(weft::mod(x, y)),
            OPERATION(weft::mod(x, 3.0f)),
            OPERATION(weft::mix(x, y, z)),
            OPERATION(weft::mix(0.0f, x, 0.5f)),
            OPERATION(weft::step(x, y)),
            OPERATION(weft::step(0.5f, x)),
            OPERATION(weft::smoothstep(x, y, z)),
            OPERATION(weft::smoothstep(0.0f, 1.0f, x)),
            OPERATION(weft::sqrt(x)),
            OPERATION(weft::fma(x, y, z)),
            OPERATION(weft::fma(x, 3.0f, -x)),
            OPERATION(weft::rsqrt(x)),
            OPERATION(weft::cbrt(x)),
            OPERATION(weft::hypot(x, y)),
            OPERATION(weft::exp(x)),
            OPERATION(weft::exp2(x)),
            OPERATION(weft::log(x)),
            OPERATION(weft::log2(x)),
            OPERATION(weft::log10(x)),
            OPERATION(weft::pow(x, y)),
            OPERATION(weft::pow(x, 2.2f)),
            OPERATION(weft::pow(2.0f, x)),
            OPERATION(weft::pow(x, F(i % 9))),
            OPERATION(weft::sin(x)),
            OPERATION(weft::cos(x)),
            OPERATION(weft::tan(x)),
            OPERATION(weft::asin(x)),
            OPERATION(weft::acos(x)),
            OPERATION(weft::atan(x)),
            OPERATION(weft::atan2(x, y)),
            OPERATION(weft::atan2(1.0f, x)),
            OPERATION(weft::sinh(x)),
            OPERATION(weft::cosh(x)),
            OPERATION(weft::tanh(x)),
            OPERATION(weft::isnan(x)),
            OPERATION(weft::isinf(x)),
            OPERATION(weft::isfinite(x)),
            OPERATION(weft::abs(i)),
            OPERATION(weft::abs(u)),
            OPERATION(weft::min(0, i)),
            OPERATION(weft::max(i, j)),
            OPERATION(weft::clamp(i, -3, 3)),
            OPERATION(weft::min(u, w)),
            OPERATION(weft::max(u, 7u)),
            OPERATION(weft::clamp(u, 1u, 9u)),
            OPERATION(weft::divide(i, j)),
            OPERATION(weft::divide(u, w)),
            OPERATION(weft::modulo(i, j)),
            OPERATION(weft::modulo(u, w)),
            OPERATION(weft::divide(i, j % 3)),
            OPERATION(weft::modulo(u, w % 3u)),
            OPERATION(weft::shift_left(i, j)),
            OPERATION(weft::shift_left(u, j)),
            OPERATION(weft::shift_left(1, i)),
            OPERATION(weft::shift_right(i, j)),
            OPERATION(weft::shift_right(u, 3)),
            OPERATION(weft::to_int(x)),
            OPERATION(weft::floor_to_int(x)),
            OPERATION(weft::round_to_int(x)),
            OPERATION(weft::to_float(i)),
            OPERATION(weft::to_float(u)),
            OPERATION(weft::as_int(x)),
            OPERATION(weft::as_uint(x)),
            OPERATION(weft::as_float(u ^ 1u)),
            OPERATION(weft::at(kCurve, i)),
            OPERATION(weft::at(kCurve, u % 7u)),
            OPERATION(table(i, x)),
            OPERATION(collatz(i)),
            OPERATION(I(weft::min(2147483520.0f, weft::max(-2147483648.0f, z)))),
            OPERATION(U(weft::min(4294967040.0f, weft::max(-0.75f, x)))),
            // Bitwise logic merged into a selection whose other side is one of its operands.
            OPERATION(weft::select(p, (u & 0x7fffffffu) | (w & 0x80000000u), w)),
            OPERATION(weft::select(p, (i & 0x7ffffff) ^ (j | 0x40), j)),
            OPERATION(weft::select(q, w, (u ^ w) & 0x00ff00ffu)),
            OPERATION(weft::select(p, weft::copysign(y, x), x)),
            OPERATION(weft::select(p, x, -weft::copysign(y, x))),
#if defined(__x86_64__)
            OPERATION(truncated(x)),
#endif
        };
        int count = 0;
        for (const Operation& operation : all) out[count++] = operation;
        return count;
    }

  private:
    static bool weft_any(bool m) { return m; }
    template <class Mask>
    static bool weft_any(Mask m) {
        return any(m);
    }
    template <class T>
    static void weft_assign(bool m, T& target, T value) {
        if (m) target = value;
    }
    template <class Mask, class T>
    static void weft_assign(Mask m, T& target, T value) {
        assign(m, target, value);
    }
};

}  // namespace

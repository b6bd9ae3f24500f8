// Lanes against scalars: every operation of the table, bit for bit, at every width this CPU can
// run.
//
// The scalars are compiled by the project's compiler, as functors' own C++ is; the lanes by Clang,
// as kernels are.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "inputs.h"
#include "operations.h"

extern "C" int weft_lanes_4(void* out);
extern "C" int weft_lanes_8(void* out);
extern "C" int weft_lanes_16(void* out);
extern "C" int weft_lanes_8_fast(void* out);
extern "C" int weft_memory_4();
extern "C" int weft_memory_8();
extern "C" int weft_memory_16();
extern "C" int weft_memory_16_pairs();

namespace {

struct ScalarTypes {
    using F = float;
    using I = int;
    using U = unsigned;
    using M = bool;
    static constexpr int kWidth = 1;
};

template <>
unsigned load_words<ScalarTypes>(const unsigned* from) {
    return *from;
}
template <class S, class T>
void store_words(unsigned* to, T value) {
    *to = word(value);
}

using Scalars = Operations<ScalarTypes>;

bool is_nan(unsigned bits) { return (bits & 0x7fffffffu) > 0x7f800000u; }

void compare(int (*entry)(void*)) {
    static Operation scalars[Scalars::kMany], lanes[Scalars::kMany];
    const int count = Scalars::list(scalars);
    ASSERT_EQ(entry(lanes), count);
    ASSERT_GT(count, 150);

    const weft_test::Operands in = weft_test::operands(1 << 19);
    std::vector<unsigned> expected(in.a.size()), found(in.a.size());
    for (int o = 0; o < count; ++o) {
        ASSERT_STREQ(scalars[o].name, lanes[o].name);
        ASSERT_EQ(scalars[o].is_float, lanes[o].is_float) << scalars[o].name;
        scalars[o].run(in.count(), in.a.data(), in.b.data(), in.c.data(), expected.data());
        lanes[o].run(in.count(), in.a.data(), in.b.data(), in.c.data(), found.data());
        int wrong = 0;
        for (std::size_t n = 0; n < found.size(); ++n) {
            if (found[n] == expected[n]) continue;
            if (scalars[o].is_float && is_nan(found[n]) && is_nan(expected[n])) continue;
            if (++wrong <= 3)
                ADD_FAILURE() << std::hex << scalars[o].name << " of " << in.a[n] << ", " << in.b[n]
                              << ", " << in.c[n] << ": scalar " << expected[n] << ", lane "
                              << found[n] << std::dec << " (seed " << weft_test::kSeed << ")";
        }
        EXPECT_EQ(wrong, 0) << scalars[o].name << ", of " << found.size();
    }
}

TEST(Simd, FourLanesHaveTheBitsOfScalars) {
    if (!__builtin_cpu_supports("sse4.2")) GTEST_SKIP() << "this CPU has no SSE4.2";
    compare(weft_lanes_4);
    EXPECT_EQ(weft_memory_4(), 0) << "lanes wrong in memory";
}

TEST(Simd, EightLanesHaveTheBitsOfScalars) {
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
        GTEST_SKIP() << "this CPU has no AVX2";
    compare(weft_lanes_8);
    EXPECT_EQ(weft_memory_8(), 0) << "lanes wrong in memory";
}

TEST(Simd, SixteenLanesHaveTheBitsOfScalars) {
    for (bool has :
         {__builtin_cpu_supports("avx512f") != 0, __builtin_cpu_supports("avx512dq") != 0,
          __builtin_cpu_supports("avx512vl") != 0, __builtin_cpu_supports("avx512bw") != 0,
          __builtin_cpu_supports("avx512cd") != 0})
        if (!has) GTEST_SKIP() << "this CPU has no AVX-512";
    compare(weft_lanes_16);
    EXPECT_EQ(weft_memory_16(), 0) << "lanes wrong in memory";
    EXPECT_EQ(weft_memory_16_pairs(), 0) << "lanes wrong in memory, where gathers are slow";
}

/// Floats in order as integers; both zeros are 0.
long long rank(unsigned bits) {
    const long long magnitude = bits & 0x7fffffffu;
    return bits >> 31 ? -magnitude : magnitude;
}

/// Under the options of fast mode the functions with a stated error stay within it of the exact
/// value, and so close to the scalars; nothing overflows or turns into NaN on the way.
TEST(Simd, FastModeLeavesFunctionsAccurate) {
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
        GTEST_SKIP() << "this CPU has no AVX2";
    static Operation scalars[Scalars::kMany], lanes[Scalars::kMany];
    const int count = Scalars::list(scalars);
    ASSERT_EQ(weft_lanes_8_fast(lanes), count);
    const weft_test::Operands in = weft_test::operands(1 << 18);
    std::vector<unsigned> expected(in.a.size()), found(in.a.size());
    int compared = 0;
    for (int o = 0; o < count; ++o) {
        const std::string name = scalars[o].name;
        bool accurate = false;
        for (const char* function : {"exp(", "exp2(", "log(", "log2(", "log10(", "sin(", "cos(",
                                     "asin(", "acos(", "atan(", "atan2(", "sinh(", "cosh(", "tanh(",
                                     "cbrt(", "hypot(", "pow(x, 2.2f", "pow(2.0f", "pow(x, y"})
            accurate = accurate || name.rfind(std::string("weft::") + function, 0) == 0;
        if (!accurate) continue;
        ++compared;
        const bool circular = name == "weft::sin(x)" || name == "weft::cos(x)";
        scalars[o].run(in.count(), in.a.data(), in.b.data(), in.c.data(), expected.data());
        lanes[o].run(in.count(), in.a.data(), in.b.data(), in.c.data(), found.data());
        for (std::size_t n = 0; n < found.size(); ++n) {
            if (is_nan(expected[n]) && is_nan(found[n])) continue;
            if (circular && (in.a[n] & 0x7fffffffu) > weft::as_uint(102943.0f)) continue;
            ASSERT_LE(std::abs(rank(expected[n]) - rank(found[n])), 5)
                << std::hex << name << " of " << in.a[n] << ", " << in.b[n] << ": scalar "
                << expected[n] << ", lane " << found[n];
        }
    }
    EXPECT_EQ(compared, 20);
}

/// The comparison itself must see a wrong bit: lanes of one operation against scalars of another.
TEST(Simd, DifferentOperationsDiffer) {
    static Operation scalars[Scalars::kMany];
    const int count = Scalars::list(scalars);
    const weft_test::Operands in = weft_test::operands(1000);
    std::vector<unsigned> first(in.a.size()), other(in.a.size());
    scalars[0].run(in.count(), in.a.data(), in.b.data(), in.c.data(), first.data());
    for (int o = 1; o < count; ++o) {
        scalars[o].run(in.count(), in.a.data(), in.b.data(), in.c.data(), other.data());
        EXPECT_NE(first, other) << scalars[o].name;
    }
}

}  // namespace

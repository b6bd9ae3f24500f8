// Integers, conversions and at(): every case that C++ leaves open is defined.
#include <gtest/gtest.h>

#include <climits>
#include <cmath>

#include "inputs.h"

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

TEST(Integer, DivisionTruncatesAndIsDefinedEverywhere) {
    for (int a : {INT_MIN, INT_MIN + 1, -7, -1, 0, 1, 7, INT_MAX})
        for (int b : {INT_MIN, -3, -1, 0, 1, 2, 3, INT_MAX}) {
            const long long q = b == 0 ? 0 : static_cast<long long>(a) / b;
            const long long r = b == 0 ? 0 : static_cast<long long>(a) % b;
            EXPECT_EQ(weft::divide(a, b), static_cast<int>(static_cast<unsigned>(q)))
                << a << "/" << b;
            EXPECT_EQ(weft::modulo(a, b), static_cast<int>(r)) << a << "%" << b;
        }
    for (unsigned a : {0u, 1u, 7u, UINT_MAX})
        for (unsigned b : {0u, 1u, 3u, UINT_MAX}) {
            EXPECT_EQ(weft::divide(a, b), b == 0 ? 0 : a / b);
            EXPECT_EQ(weft::modulo(a, b), b == 0 ? 0 : a % b);
        }
}

TEST(Integer, AbsoluteValuesAndBounds) {
    EXPECT_EQ(weft::abs(-5), 5);
    EXPECT_EQ(weft::abs(INT_MIN), INT_MIN);
    EXPECT_EQ(weft::abs(5u), 5u);
    EXPECT_EQ(weft::min(-1, 1), -1);
    EXPECT_EQ(weft::max(UINT_MAX, 1u), UINT_MAX);
    EXPECT_EQ(weft::clamp(9, -2, 2), 2);
    EXPECT_EQ(weft::clamp(0u, 3u, 5u), 3u);
}

TEST(Integer, ShiftsTakeTheLowFiveBits) {
    EXPECT_EQ(weft::shift_left(1, 31), INT_MIN);
    EXPECT_EQ(weft::shift_left(3, 33), 6);
    EXPECT_EQ(weft::shift_left(1, -1), INT_MIN);
    EXPECT_EQ(weft::shift_right(-8, 1), -4);
    EXPECT_EQ(weft::shift_right(-8, 34), -2);
    EXPECT_EQ(weft::shift_right(0x80000000u, 31), 1u);
}

TEST(Integer, ConversionsSaturate) {
    EXPECT_EQ(weft::to_int(kInfinity), INT_MAX);
    EXPECT_EQ(weft::to_int(-kInfinity), INT_MIN);
    EXPECT_EQ(weft::to_int(std::nanf("")), 0);
    EXPECT_EQ(weft::to_int(2147483648.0f), INT_MAX);
    EXPECT_EQ(weft::to_int(2147483520.0f), 2147483520);
    EXPECT_EQ(weft::to_int(-2147483648.0f), INT_MIN);
    EXPECT_EQ(weft::to_int(-1.9f), -1);
    EXPECT_EQ(weft::floor_to_int(-1.1f), -2);
    EXPECT_EQ(weft::round_to_int(2.5f), 2);
    EXPECT_EQ(weft::round_to_int(3.5f), 4);
    EXPECT_EQ(weft::round_to_int(-0.5f), 0);
    EXPECT_EQ(weft::floor_to_int(-1e30f), INT_MIN);
    std::mt19937 random(weft_test::kSeed);
    for (int i = 0; i < 200000; ++i) {
        const float x = weft::as_float(static_cast<unsigned>(random()));
        const double whole = std::isnan(x) ? 0.0 : std::trunc(double{x});
        EXPECT_EQ(weft::to_int(x),
                  static_cast<int>(std::min(std::max(whole, -0x1p31), 0x1p31 - 1)));
    }
}

TEST(Integer, ToFloatRoundsToNearestEven) {
    EXPECT_EQ(weft::to_float(16777217), 16777216.0f);
    EXPECT_EQ(weft::to_float(16777219), 16777220.0f);
    EXPECT_EQ(weft::to_float(UINT_MAX), 4294967296.0f);
    EXPECT_EQ(weft::to_float(INT_MIN), -2147483648.0f);
}

TEST(Integer, BitCastsRoundTrip) {
    for (float x : weft_test::corner_values()) {
        EXPECT_EQ(weft::as_uint(weft::as_float(weft::as_int(x))), weft::as_uint(x));
        EXPECT_EQ(static_cast<unsigned>(weft::as_int(x)), weft::as_uint(x));
    }
}

TEST(Integer, AtClampsAndRefers) {
    float values[3] = {1.0f, 2.0f, 3.0f};
    weft::at(values, 1) = 5.0f;
    EXPECT_EQ(values[1], 5.0f);
    EXPECT_EQ(weft::at(values, -1), 1.0f);
    EXPECT_EQ(weft::at(values, INT_MIN), 1.0f);
    EXPECT_EQ(weft::at(values, 3), 3.0f);
    EXPECT_EQ(weft::at(values, INT_MAX), 3.0f);
    const int table[2][2] = {{1, 2}, {3, 4}};
    EXPECT_EQ(weft::at(weft::at(table, 9), 0), 3);
}

}  // namespace

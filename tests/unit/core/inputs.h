// Floats that find mistakes: corner values in all pairs, then random bits and random magnitudes.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "core/math.h"

namespace weft_test {

/// Seed of every random input here; a failure prints it.
inline constexpr unsigned kSeed = 20240917;

inline const std::vector<float>& corner_values() {
    static const std::vector<float> values = [] {
        const float inf = std::numeric_limits<float>::infinity();
        std::vector<float> v = {0.0f,
                                0x1p-149f,
                                0x1.8p-140f,
                                0x1.fffffcp-127f,
                                0x1p-126f,
                                1e-30f,
                                0x1p-24f,
                                0.3f,
                                0.49999997f,
                                0.5f,
                                0.50000006f,
                                0.70710677f,
                                0.99999994f,
                                1.0f,
                                1.0000001f,
                                1.4142135f,
                                1.5f,
                                2.0f,
                                2.5f,
                                3.0f,
                                3.1415927f,
                                7.0f,
                                10.0f,
                                88.72284f,
                                89.5f,
                                103.97f,
                                127.5f,
                                149.0f,
                                255.5f,
                                65535.5f,
                                102943.0f,
                                8388607.5f,
                                8388609.0f,
                                16777216.0f,
                                2147483520.0f,
                                2147483648.0f,
                                4294967040.0f,
                                4294967296.0f,
                                0x1p63f,
                                1e20f,
                                1e38f,
                                3.4028235e38f,
                                inf};
        const std::size_t positive = v.size();
        for (std::size_t i = 0; i < positive; ++i) v.push_back(-v[i]);
        v.push_back(std::numeric_limits<float>::quiet_NaN());
        return v;
    }();
    return values;
}

/// Words for three operands; the count is a multiple of 64.
struct Operands {
    std::vector<unsigned> a, b, c;
    int count() const { return static_cast<int>(a.size()); }
};

inline Operands operands(int random_count) {
    Operands words;
    std::mt19937 random(kSeed);
    const std::vector<float>& corners = corner_values();
    const auto add = [&](unsigned a, unsigned b, unsigned c) {
        words.a.push_back(a);
        words.b.push_back(b);
        words.c.push_back(c);
    };
    const auto corner = [&] { return weft::as_uint(corners[random() % corners.size()]); };
    for (float a : corners)
        for (float b : corners) add(weft::as_uint(a), weft::as_uint(b), corner());
    const unsigned integers[] = {
        0u, 1u, 2u, 3u, 31u, 32u, 0x7fffffffu, 0x80000000u, 0x80000001u, 0xffffffffu, 0xfffffffeu};
    for (unsigned a : integers)
        for (unsigned b : integers) add(a, b, a);
    std::uniform_real_distribution<float> near(-4.0f, 4.0f), unit(0.0f, 1.0f);
    const auto pick = [&]() -> unsigned {
        switch (random() % 4) {
            case 0: return random();
            case 1: return weft::as_uint(near(random));
            case 2: return weft::as_uint(unit(random));
            default: return weft::as_uint(near(random) * 250.0f);
        }
    };
    for (int i = 0; i < random_count || words.a.size() % 64 != 0; ++i) {
        const unsigned a = pick(), b = pick();
        add(a, b, pick());
    }
    return words;
}

}  // namespace weft_test

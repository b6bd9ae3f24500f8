// Loads, stores, gathers, windows and at() over lanes, against loops over plain arrays. No library:
// it is compiled as kernels are.
#pragma once

#include "runtime/cpu/row_args.h"
#include "runtime/half.h"
#include "runtime/samples.h"

// After them, as in kernels.
#include "emit/preamble/simd_windows.h"

namespace {

using namespace weft;

/// Memory under lanes that are left out is neither read into the result nor written.
int wrong_first_lanes(const float* in) {
    constexpr int kWidth = WEFT_WIDTH;
    int wrong = 0;
    for (int n = -2; n <= kWidth + 2; ++n) {
        const F32 v = load_first(in + 1, n);
        for (int l = 0; l < kWidth; ++l) wrong += lane(v, l) != (l < n ? in[1 + l] : 0.0f);
        float out[kWidth + 2];
        for (float& x : out) x = -5.0f;
        store_first(out + 1, F32(7.0f), n);
        for (int i = 0; i < kWidth + 2; ++i)
            wrong += out[i] != (i >= 1 && i <= kWidth && i - 1 < n ? 7.0f : -5.0f);
    }
    return wrong;
}

int wrong_gathers(const float* in) {
    constexpr int kWidth = WEFT_WIDTH;
    const I32 index = lane_index() * 2;
    const Mask even = lane_index() % 2 == 0;
    const F32 all = gather(in, index);
    const F32 some = gather(in, select(even, index, I32(1 << 30)), even);
    alignas(64) float out[kWidth];
    stream(out, all);
    store_aligned(out, load_aligned(out) + load(in + 1));
    int wrong = 0;
    for (int l = 0; l < kWidth; ++l) {
        wrong += lane(all, l) != in[2 * l];
        wrong += lane(some, l) != (l % 2 == 0 ? in[2 * l] : 0.0f);
        wrong += out[l] != in[2 * l] + in[1 + l];
    }
    return wrong;
}

/// Windows that lie apart, together, in any order, and each in a row of its own.
int wrong_windows() {
    constexpr int kWidth = WEFT_WIDTH, kColumns = 3 * kWidth + 4, kRows = 7;
    float in[kRows * kColumns];
    for (int i = 0; i < kRows * kColumns; ++i) in[i] = static_cast<float>(i);
    const I32 places[] = {lane_index(), lane_index() * 3, I32(3 * kWidth) - lane_index() * 3,
                          I32(5), lane_index() * 3 + lane_index() % 4 * kColumns};
    int wrong = 0;
    for (const I32 first : places) {
        const LaneWindows windows(in, first, kColumns);
        for (int row = 0; row < 4; ++row) {
            const portable::Four<F32> four = windows.four(row);
            const portable::Two<F32> two = windows.two(row);
            const F32 found[] = {four.first, four.second, four.third,      four.fourth,
                                 two.first,  two.second,  windows.one(row)};
            for (int k = 0; k < 7; ++k)
                for (int l = 0; l < kWidth; ++l)
                    wrong += lane(found[k], l) !=
                             in[lane(first, l) + row * kColumns + (k < 6 ? k % 4 : 0)];
        }
    }
    return wrong;
}

/// Each lane reads and writes its own element only, at an index clamped into the array.
int wrong_elements() {
    constexpr int kWidth = WEFT_WIDTH;
    F32 values[3] = {F32(1.0f), F32(2.0f), F32(3.0f)};
    assign(lane_index() % 2 == 0, at(values, lane_index()), F32(9.0f));
    int wrong = 0;
    for (int e = 0; e < 3; ++e)
        for (int l = 0; l < kWidth; ++l) {
            const bool written = l % 2 == 0 && e == (l > 2 ? 2 : l);
            wrong += lane(values[e], l) != (written ? 9.0f : static_cast<float>(e + 1));
        }
    at(values, lane_index()) += 1.0f;
    for (int l = 0; l < kWidth; ++l) {
        const int e = l > 2 ? 2 : l;
        wrong += lane(values[e], l) != (l % 2 == 0 ? 10.0f : static_cast<float>(e + 2));
    }
    I32 nested[2][2] = {{I32(1), I32(2)}, {I32(3), I32(4)}};
    at(at(nested, lane_index()), 1) = I32(50);
    for (int l = 0; l < kWidth; ++l) {
        wrong += lane(nested[0][1], l) != (l == 0 ? 50 : 2);
        wrong += lane(nested[1][1], l) != (l == 0 ? 4 : 50);
        wrong += lane(nested[1][0], l) != 3;
    }
    return wrong;
}

}  // namespace

/// How many lanes were wrong.
extern "C" int WEFT_TEST_MEMORY() {
    alignas(64) float in[4 * WEFT_WIDTH];
    for (int i = 0; i < 4 * WEFT_WIDTH; ++i) in[i] = static_cast<float>(i + 1);
    return wrong_first_lanes(in) + wrong_gathers(in) + wrong_windows() + wrong_elements();
}

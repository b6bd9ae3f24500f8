// Hipacc's Harris corner detector, nine stages in one kernel, by hand: functors/effects/harris.cpp.
//
// The only one of these effects that computes enough to wait for arithmetic, so that instructions
// are what is saved. Its stages are on whole numbers, and for samples of ordinary pictures all of
// them are small: where no |sample| is above 4, derivatives are at most 1020, products of two below
// 2^20 and sums by the mask (1, 2, 1)x(1, 2, 1) below 2^24. Then
//
// - sums over the mask are exact in any order: columns first, which neighbours share, in five
//   additions where the reference's order takes nine;
// - rounding needs no instruction of its own, at an eighth of the rate: in [2^23, 2^24) floats are
//   the whole numbers, and an addition rounds as its mode says;
// - a derivative, round(|v|)/6 without its fraction, is (|v| + 0.5)/6 rounded down: what is half
//   below a multiple of 6 rounds up to it, which is even, and the float below such a multiple times
//   the float above 1/6 is still below a whole number (all floats have been tried).
//
// Each lane looks at its samples as they come. If any was larger, or NaN, the warp computes its
// rows anew as the reference does, in its order. Signs are left out where only squares are looked
// at.
#include "hand.h"

namespace hand {

constexpr float kWholes = 8388608.0f;  // from here on floats are whole
constexpr float kLargestSample = 4.0f;
constexpr float kSixth = 1.0f / 6.0f;

__device__ __forceinline__ float corner(float xx, float yy, float xy) {
    const float trace = xx + yy;
    const float response = (xx * yy - xy * xy) - 0.04f * (trace * trace);
    return response > 20000.0f ? 1.0f : 0.0f;
}

// As the reference has it, for any samples: a pixel at a time.

struct Derivatives {
    float x, y;
};

__device__ __forceinline__ float any_derivative(float sum) {
    const float rounded = rintf(255.0f * sum);
    return truncf((rounded + copysignf(0.5f, rounded)) * kSixth);
}

__device__ __forceinline__ Derivatives any_derivatives(const Args& args, const float* in, int x,
                                                       int y) {
    const auto at = [&](int dx, int dy) {
        return in[static_cast<long long>(clamped_index(y + dy, args.height)) * args.in_pitch +
                  clamped_index(x + dx, args.width)];
    };
    const float diagonal = at(1, 1) - at(-1, -1);
    return {any_derivative(diagonal + (at(1, -1) - at(-1, 1)) + (at(1, 0) - at(-1, 0))),
            any_derivative(diagonal + (at(-1, 1) - at(1, -1)) + (at(0, 1) - at(0, -1)))};
}

__device__ __forceinline__ float any_smooth(const float (&s)[9]) {
    const float corners = s[0] + s[2] + s[6] + s[8];
    const float edges = s[1] + s[3] + s[5] + s[7];
    return truncf(0.0625f * corners + 0.125f * edges + 0.25f * s[4]);
}

__device__ __noinline__ void any_rows(const Args& args, int x, int y, int rows) {
    const float* in = args.in + static_cast<int>(blockIdx.z) * args.in_plane;
    float* out = args.out + static_cast<int>(blockIdx.z) * args.out_plane;
    for (int v = y; v < y + rows && v < args.height; ++v)
        for (int u = x; u < x + 4 && u < args.width; ++u) {
            float xx[9], yy[9], xy[9];
#pragma unroll
            for (int t = 0; t < 9; ++t) {
                const Derivatives d =
                    any_derivatives(args, in, clamped_index(u + t % 3 - 1, args.width),
                                    clamped_index(v + t / 3 - 1, args.height));
                xx[t] = d.x * d.x;
                yy[t] = d.y * d.y;
                xy[t] = d.x * d.y;
            }
            out[static_cast<long long>(v) * args.out_pitch + u] =
                corner(any_smooth(xx), any_smooth(yy), any_smooth(xy));
        }
}

// For samples of at most kLargestSample.

/// Of the lane's columns: the tensor's products, or sums of them.
struct Products {
    Four xx, yy, xy;
};

__device__ __forceinline__ float magnitude(float scaled) {
    return __fmaf_rd(fabsf(scaled) + 0.5f, kSixth, kWholes) - kWholes;
}

__device__ __forceinline__ Products products_of(const Six& a, const Six& b, const Six& c) {
    Products p;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        const float diagonal = c.v[i + 2] - a.v[i], other = a.v[i + 2] - c.v[i];
        const float x = 255.0f * (diagonal + other + (b.v[i + 2] - b.v[i]));
        const float y = 255.0f * (diagonal - other + (c.v[i + 1] - a.v[i + 1]));
        const float size_x = magnitude(x), size_y = magnitude(y);
        const unsigned sign = (__float_as_uint(x) ^ __float_as_uint(y)) & 0x80000000u;
        p.xx.v[i] = size_x * size_x;
        p.yy.v[i] = size_y * size_y;
        p.xy.v[i] = __uint_as_float(__float_as_uint(size_x * size_y) ^ sign);
    }
    return p;
}

/// The mask's row (1, 2, 1) over sums of columns, a sixteenth of it without its fraction or sign.
template <bool kEdge>
__device__ __forceinline__ Four smoothed(Four sums, const Columns& columns) {
    if (kEdge) sums = columns.clamped(sums);
    float left = from_left(sums.v[3]), right = from_right(sums.v[0]);
    if (kEdge && columns.x == 0) left = sums.v[0];
    if (kEdge && columns.exist <= 4) right = sums.v[3];
    const float all[6] = {left, sums.v[0], sums.v[1], sums.v[2], sums.v[3], right};
    Four result;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        const float sum = __fmaf_rn(2.0f, all[i + 1], all[i] + all[i + 2]);
        result.v[i] = __fmaf_rd(fabsf(sum), 0.0625f, kWholes) - kWholes;
    }
    return result;
}

/// Sums of columns by (1, 2, 1), complete when the row below has come: sum of the two rows before.
struct Sums {
    Four sum, last;

    __device__ __forceinline__ Four add(const Four& row) {
        Four whole;
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            whole.v[i] = sum.v[i] + row.v[i];
            sum.v[i] = __fmaf_rn(2.0f, row.v[i], last.v[i]);
            last.v[i] = row.v[i];
        }
        return whole;
    }
};

template <bool kEdge>
class RowsOfSamples {
  public:
    /// `y`: what rows are counted from.
    __device__ __forceinline__ RowsOfSamples(const Args& args, Columns columns, int y)
        : columns_(columns), pitch_(args.in_pitch), height_(args.height), y_(y) {
        from_ = args.in + static_cast<int>(blockIdx.z) * args.in_plane + columns.from;
        if (!kEdge) from_ += static_cast<long long>(y) * pitch_;
    }

    __device__ __forceinline__ Four load(int r) const {
        const long long row = kEdge ? clamped_index(y_ + r, height_) : r;
        return load_four(from_ + row * pitch_);
    }
    __device__ __forceinline__ void advance(int by) {
        from_ += static_cast<long long>(by) * pitch_;
    }
    /// `largest`: of the |samples| that were seen.
    __device__ __forceinline__ Six widened(Four f, float& largest) const {
        if (kEdge) f = columns_.clamped(f);
#pragma unroll
        for (int i = 0; i < 4; ++i) largest = max_or_nan(largest, fabsf(f.v[i]));
        float left = from_left(f.v[3]), right = from_right(f.v[0]);
        if (kEdge && columns_.x == 0) left = f.v[0];
        if (kEdge && columns_.exist <= 4) right = f.v[3];
        return {{left, f.v[0], f.v[1], f.v[2], f.v[3], right}};
    }

  private:
    Columns columns_;
    int pitch_, height_, y_;
    const float* from_;
};

/// The sums of the three products, row after row.
template <bool kEdge>
struct Tensor {
    Sums xx = {}, yy = {}, xy = {};

    /// The corners of the row above `p`, when two rows have been added before.
    __device__ __forceinline__ Four add(const Products& p, const Columns& columns, bool complete) {
        const Products whole = {xx.add(p.xx), yy.add(p.yy), xy.add(p.xy)};
        Four corners = {};
        if (!complete) return corners;
        const Four x = smoothed<kEdge>(whole.xx, columns), y = smoothed<kEdge>(whole.yy, columns);
        const Four product = smoothed<kEdge>(whole.xy, columns);
#pragma unroll
        for (int i = 0; i < 4; ++i) corners.v[i] = corner(x.v[i], y.v[i], product.v[i]);
        return corners;
    }
};

/// Inside a picture. The largest |sample|. Three rows are one turn of a loop, after which the
/// window's rows are in the registers where they were: code for all rows would not stay in the
/// caches of instructions.
template <int kRows>
__device__ __forceinline__ float inner_rows(const Args& args, float* to, Columns columns, int y,
                                            bool stores) {
    constexpr int kLoads = kRows + 4, kAhead = 3;
    RowsOfSamples<false> rows(args, columns, y - 2);
    Tensor<false> tensor;
    float largest = 0.0f;
    Four ahead[kAhead];
    Six window[3];
#pragma unroll
    for (int r = 0; r < kAhead; ++r) ahead[r] = rows.load(r);

    // Row r, which is j rows from where `rows` stands; their place in the window is the same for
    // all turns.
    const auto step = [&](int r, int j, int slot, bool inside) {
        window[slot] = rows.widened(ahead[slot], largest);
        if (r + kAhead < kLoads) ahead[slot] = rows.load(j + kAhead);
        if (r < 2) return;
        const Products products =
            products_of(window[(slot + 1) % 3], window[(slot + 2) % 3], window[slot]);
        const Four corners = tensor.add(products, columns, inside);
        if (!inside) return;
        store_four(to, corners, stores);
        to += args.out_pitch;
    };
#pragma unroll
    for (int r = 0; r < 4; ++r) step(r, r, r % 3, false);
    rows.advance(4);
    constexpr int kTurns = kRows / 3;
#pragma unroll 1
    for (int r = 4; r < 4 + 3 * kTurns; r += 3) {
#pragma unroll
        for (int j = 0; j < 3; ++j) step(r + j, j, (j + 1) % 3, true);
        rows.advance(3);
    }
#pragma unroll
    for (int j = 0; j < kRows % 3; ++j) step(4 + 3 * kTurns + j, j, (j + 1) % 3, true);
    return largest;
}

/// At a picture's sides, where products beyond them are those at the side: a row of products
/// outside is the one before or behind it. One loop, since few warps get here.
template <int kRows>
__device__ __forceinline__ float edge_rows(const Args& args, float* to, Columns columns, int y,
                                           bool stores) {
    const RowsOfSamples<true> rows(args, columns, 0);
    Tensor<true> tensor;
    float largest = 0.0f;
    const int first = clamped_index(y - 1, args.height);
    Six a = rows.widened(rows.load(first - 1), largest);
    Six b = rows.widened(rows.load(first), largest);
    Six c = rows.widened(rows.load(first + 1), largest);
    Four next = rows.load(first + 2);
    Products products = products_of(a, b, c);
#pragma unroll 1
    for (int r = 0; r < kRows + 2 && y + r - 2 < args.height; ++r) {
        const int row = y - 1 + r;
        if (r > 0 && row > 0 && row < args.height) {
            a = b;
            b = c;
            c = rows.widened(next, largest);
            next = rows.load(row + 2);
            products = products_of(a, b, c);
        }
        const Four corners = tensor.add(products, columns, true);
        if (r < 2) continue;
        if (stores) store_existing(to, corners, columns.exist);
        to += args.out_pitch;
    }
    return largest;
}

template <int kRows>
__device__ __forceinline__ void harris(const Args& args) {
    const OverlappingWarp warp(args.width, kRows);
    if (warp.y >= args.height) return;
    const Columns columns(warp.x, args.width);
    float* to = args.out + static_cast<int>(blockIdx.z) * args.out_plane +
                static_cast<long long>(warp.y) * args.out_pitch + warp.x;
    const float largest = warp.is_inside(2, kRows, args.height)
                              ? inner_rows<kRows>(args, to, columns, warp.y, warp.stores)
                              : edge_rows<kRows>(args, to, columns, warp.y, warp.stores);
    if (__any_sync(kAllLanes, !(largest <= kLargestSample)) && warp.stores)
        any_rows(args, warp.x, warp.y, kRows);
}

}  // namespace hand

WEFT_HAND_KERNEL(harris, 5)

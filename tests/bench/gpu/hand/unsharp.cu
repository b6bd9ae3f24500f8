// Halide's unsharp program for pictures of three planes, by hand: functors/effects/unsharp_halide.cpp.
//
// One pass: grey, both blurs and the last step in one kernel, that reads each colour once from
// memory and writes it once. Per step a lane computes the grey of a row's four pixels; the last
// seven greys are in its registers, and so are the colours of the last four rows, which the last
// step wants three rows later. Blurred columns of the neighbours come by six shuffles for four
// pixels.
//
// Warps overlap by eight columns: the outermost lanes compute columns for their neighbours alone
// and store nothing but at a picture's sides. That is 6 % more work in a kernel that waits for
// memory, and no second window for columns beside the warp.
#include "hand.h"

namespace hand {

struct Pixels {
    Four colour[3];
};

template <bool kEdge>
class RowsOfPixels {
  public:
    /// `y`: what rows are counted from.
    __device__ __forceinline__ RowsOfPixels(const Args& args, Columns columns, int y)
        : columns_(columns), pitch_(args.in_pitch), height_(args.height), y_(y) {
        const float* first = args.in + columns.from;
        if (!kEdge) first += static_cast<long long>(y) * pitch_;
#pragma unroll
        for (int p = 0; p < 3; ++p) from_[p] = first + p * args.in_plane;
    }

    /// Row `r` is at a constant times the pitch: one multiplication and addition in 64 bits.
    __device__ __forceinline__ Pixels load(int r) const {
        const long long row = kEdge ? clamped_index(y_ + r, height_) : r;
        Pixels pixels;
#pragma unroll
        for (int p = 0; p < 3; ++p) pixels.colour[p] = load_four(from_[p] + row * pitch_);
        return pixels;
    }
    __device__ __forceinline__ void advance(int by) {
        y_ += by;
#pragma unroll
        for (int p = 0; p < 3; ++p) from_[p] += kEdge ? 0 : static_cast<long long>(by) * pitch_;
    }
    /// Columns that do not exist are clamped, in colours as in their grey.
    __device__ __forceinline__ Four grey(const Pixels& pixels) const {
        constexpr float kRed = 0.299f, kGreen = 0.587f, kBlue = 0.114f;
        Four grey;
#pragma unroll
        for (int i = 0; i < 4; ++i)
            grey.v[i] = kRed * pixels.colour[0].v[i] + kGreen * pixels.colour[1].v[i] +
                        kBlue * pixels.colour[2].v[i];
        return kEdge ? columns_.clamped(grey) : grey;
    }

  private:
    Columns columns_;
    int pitch_, height_, y_;
    const float* from_[3];
};

/// The Gaussian of sigma 1.5 around b[0], that is not normalised.
__device__ __forceinline__ float seven_taps(float a3, float a2, float a1, float b, float c1,
                                            float c2, float c3) {
    constexpr float kWeights[4] = {0x1.105836p-2f, 0x1.b4272ap-3f, 0x1.bfdb56p-4f, 0x1.26dcd6p-5f};
    float sum = kWeights[0] * b;
    sum = __fmaf_rn(kWeights[1], a1 + c1, sum);
    sum = __fmaf_rn(kWeights[2], a2 + c2, sum);
    return __fmaf_rn(kWeights[3], a3 + c3, sum);
}

/// `columns`: blurred along y, of the lane.
template <bool kEdge>
__device__ __forceinline__ Four blurred_along_x(const Four& columns) {
    const auto& c = columns.v;
    float all[10];
#pragma unroll
    for (int i = 0; i < 3; ++i) {
        all[i] = from_left(c[i + 1]);
        all[i + 7] = from_right(c[i]);
        // Beyond the picture is its last column: that of a lane that has no neighbour.
        if (kEdge && threadIdx.x == 0) all[i] = c[0];
        if (kEdge && threadIdx.x == 31) all[i + 7] = c[3];
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) all[i + 3] = c[i];
    Four blurred;
#pragma unroll
    for (int i = 0; i < 4; ++i)
        blurred.v[i] = seven_taps(all[i], all[i + 1], all[i + 2], all[i + 3], all[i + 4],
                                  all[i + 5], all[i + 6]);
    return blurred;
}

/// What colours are multiplied by: 1 where the pixel is black.
__device__ __noinline__ float any_ratio(float sharp, float grey) {
    return grey == 0.0f ? 1.0f : sharp / grey;
}

/// A division is correctly rounded by a step with its remainder, which is exact unless numbers are
/// very small or large. The compiler's own is the same, but asks for each quotient and branches;
/// here the warp asks once for four of a lane.
__device__ __forceinline__ Four ratios(const Four& sharp, const Four& grey) {
    constexpr float kSmall = 0x1p-60f, kLarge = 0x1p60f;
    Four ratio;
    bool plain = true;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        const float a = sharp.v[i], b = grey.v[i];
        plain = plain & (fabsf(a) > kSmall) & (fabsf(a) < kLarge) & (fabsf(b) > kSmall) &
                (fabsf(b) < kLarge);
        float r = near_reciprocal(b);
        r = __fmaf_rn(r, __fmaf_rn(-b, r, 1.0f), r);
        const float q = a * r;
        ratio.v[i] = __fmaf_rn(r, __fmaf_rn(-b, q, a), q);
    }
    if (__any_sync(kAllLanes, !plain)) {
#pragma unroll
        for (int i = 0; i < 4; ++i) ratio.v[i] = any_ratio(sharp.v[i], grey.v[i]);
    }
    return ratio;
}

/// Seven rows are one turn of a loop, after which the window's rows are in the registers where they
/// were: code for all rows would not stay in the caches of instructions.
template <int kRows, bool kEdge>
__device__ __forceinline__ void sharpen_rows(const Args& args, int x, int y, bool stores) {
    constexpr int kLoads = kRows + 6, kAhead = 1;
    const Columns columns(x, args.width);
    RowsOfPixels<kEdge> rows(args, columns, y - 3);
    float* to = args.out + static_cast<long long>(y) * args.out_pitch + x;
    Pixels held[7];  // a row's colours, from where it is loaded to where it is stored: kAhead steps
                     // and three
    Four grey[7];
#pragma unroll
    for (int r = 0; r < kAhead; ++r) held[r] = rows.load(r);

    // Row r, which is j rows from where `rows` stands; their place in the window is the same for
    // all turns.
    const auto step = [&](int r, int j, int slot, bool inside) {
        if (r + kAhead < kLoads) held[(slot + kAhead) % 7] = rows.load(j + kAhead);
        grey[slot] = rows.grey(held[slot]);
        if (!inside) return;
        const int here = (slot + 4) % 7;
        Four along_y;
#pragma unroll
        for (int i = 0; i < 4; ++i)
            along_y.v[i] =
                seven_taps(grey[(slot + 1) % 7].v[i], grey[(slot + 2) % 7].v[i],
                           grey[(slot + 3) % 7].v[i], grey[here].v[i], grey[(slot + 5) % 7].v[i],
                           grey[(slot + 6) % 7].v[i], grey[slot].v[i]);
        const Four blurred = blurred_along_x<kEdge>(along_y);
        Four sharp;
#pragma unroll
        for (int i = 0; i < 4; ++i) sharp.v[i] = 2.0f * grey[here].v[i] - blurred.v[i];
        const Four ratio = ratios(sharp, grey[here]);
#pragma unroll
        for (int p = 0; p < 3; ++p) {
            Four result;
#pragma unroll
            for (int i = 0; i < 4; ++i) result.v[i] = ratio.v[i] * held[here].colour[p].v[i];
            float* row = to + p * args.out_plane;
            if (!kEdge)
                store_four(row, result, stores);
            else if (stores && y + r - 6 < args.height)
                store_existing(row, result, columns.exist);
        }
        to += args.out_pitch;
    };
#pragma unroll
    for (int r = 0; r < 6; ++r) step(r, r, r, false);
    rows.advance(6);
    constexpr int kTurns = kRows / 7;
#pragma unroll 1
    for (int r = 6; r < 6 + 7 * kTurns; r += 7) {
#pragma unroll
        for (int j = 0; j < 7; ++j) step(r + j, j, (j + 6) % 7, true);
        rows.advance(7);
    }
#pragma unroll
    for (int j = 0; j < kRows % 7; ++j) step(6 + 7 * kTurns + j, j, (j + 6) % 7, true);
}

template <int kRows>
__device__ __forceinline__ void unsharp(const Args& args) {
    const OverlappingWarp warp(args.width, kRows);
    if (warp.y >= args.height) return;
    if (warp.is_inside(3, kRows, args.height))
        sharpen_rows<kRows, false>(args, warp.x, warp.y, warp.stores);
    else
        sharpen_rows<kRows, true>(args, warp.x, warp.y, warp.stores);
}

}  // namespace hand

WEFT_HAND_KERNEL(unsharp, 4)

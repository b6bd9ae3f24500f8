// Kernels that compute an element from the three by three around it.
//
// A warp computes all of its 128 columns. The columns beside them are loaded by its first and last
// lane, one float each: two sectors a row that another warp has in the cache or is about to load.
// Their index is clamped once, outside of the loop, so that the left and right borders of a picture
// need no code.
#pragma once

#include "hand.h"

namespace hand {

template <bool kEdge>
class RowsOfSix {
  public:
    /// A row as it is loaded: the lane's columns, and what the outermost lanes have beside them.
    struct Loaded {
        Four four;
        float beside;
    };

    /// `y`: what rows are counted from.
    __device__ __forceinline__ RowsOfSix(const Args& args, Columns columns, int lane, int y)
        : columns_(columns), lane_(lane), pitch_(args.in_pitch), height_(args.height), y_(y) {
        const float* plane = args.in + static_cast<int>(blockIdx.z) * args.in_plane;
        if (!kEdge) plane += static_cast<long long>(y) * pitch_;
        from_ = plane + columns.from;
        beside_ = plane + clamped_index(lane == 0 ? columns.x - 1 : columns.x + 4, args.width);
    }

    /// Row `r` is at a constant times the pitch: one multiplication and addition in 64 bits.
    __device__ __forceinline__ Loaded load(int r) const {
        const long long row = kEdge ? clamped_index(y_ + r, height_) : r;
        return {load_four(from_ + row * pitch_),
                load_if(lane_ == 0 || lane_ == 31, beside_ + row * pitch_)};
    }
    __device__ __forceinline__ Six widened(const Loaded& loaded) const {
        const Four f = kEdge ? columns_.clamped(loaded.four) : loaded.four;
        const float left = from_left(f.v[3]), right = from_right(f.v[0]);
        return {{lane_ == 0 ? loaded.beside : left, f.v[0], f.v[1], f.v[2], f.v[3],
                 lane_ == 31 ? loaded.beside : right}};
    }

  private:
    Columns columns_;
    int lane_, pitch_, height_, y_;
    const float *from_, *beside_;
};

/// All blocks of a picture of 2048 x 2048 in one go, if a warp has eight rows; twice as long warps
/// are half as many.
constexpr int resident(int rows) { return rows > 8 ? 5 : 8; }

template <int kRows, bool kEdge, class Filter>
__device__ __forceinline__ void filter_rows(const Args& args, const Filter& filter, int x, int y) {
    // Rows on their way: all of a short strip, so that memory's latency is waited for once.
    constexpr int kLoads = kRows + 2, kAhead = kRows == 8 ? 5 : 6;
    const Columns columns(x, args.width);
    const RowsOfSix<kEdge> rows(args, columns, static_cast<int>(threadIdx.x), y);
    float* to = args.out + static_cast<int>(blockIdx.z) * args.out_plane +
                static_cast<long long>(y) * args.out_pitch + x;

    typename RowsOfSix<kEdge>::Loaded ahead[kAhead];
#pragma unroll
    for (int r = 0; r < kAhead; ++r) ahead[r] = rows.load(r - 1);
    Six window[3];
#pragma unroll
    for (int r = 0; r < kLoads; ++r) {
        window[r % 3] = rows.widened(ahead[r % kAhead]);
        if (r + kAhead < kLoads) ahead[r % kAhead] = rows.load(r - 1 + kAhead);
        if (r < 2) continue;
        const Four result = filter(window[(r - 2) % 3], window[(r - 1) % 3], window[r % 3]);
        float* row = to + static_cast<long long>(args.out_pitch) * (r - 2);
        if (!kEdge)
            store_four(row, result);
        else if (y + r - 2 < args.height)
            store_existing(row, result, columns.exist);
    }
}

/// filter(above, here, below) gives the four results of a row.
template <int kRows, class Filter>
__device__ __forceinline__ void filter_3x3(const Args& args, const Filter& filter) {
    const int first = static_cast<int>(blockIdx.x) * kColumns, y = warp_row(kRows);
    const int x = first + 4 * static_cast<int>(threadIdx.x);
    if (y >= args.height) return;
    if (first + kColumns <= args.width && y >= 1 && y + kRows + 1 <= args.height)
        filter_rows<kRows, false>(args, filter, x, y);
    else
        filter_rows<kRows, true>(args, filter, x, y);
}

}  // namespace hand

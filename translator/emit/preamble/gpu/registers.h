// Tiles in the registers of a warp (plan/gpu_group.h): hybrid tiles, whose elements other lanes
// shuffle over, and strips of columns, whose rows go through line buffers.
//
// Metadata of a hybrid tile, RegisterTile (paper: warp-tiling, section 5), whose parallelograms are
// one warp wide along the split axis:
//   kAlongU          the axis that is split
//   kWarpU, kWarpV   lanes along u and v
//   kShared          parallelograms in shared memory: the number of the first in registers
//   kStepU, kStepV   elements of each lane, side by side (plan/group_scaling.h)
//   kHeld, kAcross   registers along the split axis and across it: the steps of parallelograms and
//                    of rows of lanes
// of what is read around an element before it is evaluated, Reads:
//   kFirstX, kFirstY, kWidth, kCount   the rectangle of offsets
// of a strip's line buffer, Line buffer:
//   kThreadsAlongY, kColumns           of a lane
//   kRows, kBefore, kAfter, kWidth     rows of the line buffer; columns of neighbours kept with
//   one's own
// All indices are constants once loops are unrolled; otherwise nothing here would be a register.
#pragma once

#include "teams.h"

namespace weft {

constexpr int floor_quotient(int n, int by) { return n >= 0 ? n / by : -((by - 1 - n) / by); }
constexpr int floor_rest(int n, int by) { return n - floor_quotient(n, by) * by; }

/// The thread's lane, in blocks whose rows or whose warps are whole multiples of one another.
template <int kU>
WEFT_INLINE int lane_of(int u, int v) {
    return v * kU + u;
}

/// What lane (u, v), computing a parallelogram, reads of a tile: the element that lies at_u and
/// at_v from the first of the step that has its number. Figure 7 as corrected, with one shuffle for
/// both of its. Each lane sends what the lane that reads of it needs, which is of the later
/// parallelogram where the distance wraps around the warp's end; lanes whose source lies in shared
/// memory read it at `shared` then. Called by all lanes; `active`: whether the element is computed.
template <class RegisterTile>
WEFT_INLINE float read_register_tile(
    const float (&held)[RegisterTile::kHeld][RegisterTile::kAcross], int parallelogram, int across,
    int at_u, int at_v, int u, int v, bool active, const float* shared WEFT_PLACE) {
    constexpr int kStepU = RegisterTile::kStepU, kStepV = RegisterTile::kStepV;
    constexpr bool kAlongU = RegisterTile::kAlongU;
    const int distance_u = floor_quotient(at_u, kStepU);
    const int distance_v = floor_quotient(at_v, kStepV);
    const int of_step_u = floor_rest(at_u, kStepU), of_step_v = floor_rest(at_v, kStepV);
    const int shift_u = floor_rest(distance_u, RegisterTile::kWarpU);
    const int shift_v = floor_rest(distance_v, RegisterTile::kWarpV);
    const int widths_u = floor_quotient(distance_u, RegisterTile::kWarpU);
    const int widths_v = floor_quotient(distance_v, RegisterTile::kWarpV);
    const int early = parallelogram + (kAlongU ? widths_u : widths_v) - RegisterTile::kShared;
    const int row = across + (kAlongU ? widths_v : widths_u);
    const bool changes = (kAlongU ? shift_u : shift_v) != 0;  // the parallelogram, within the warp
    const bool crosses = (kAlongU ? shift_v : shift_u) != 0;  // the row
    if (early + (changes ? 1 : 0) < 0) return active ? shared_load(shared WEFT_AT) : 0.0f;

    const auto of = [&](int t, int r) {
        return held[bounded(t * (kAlongU ? kStepU : kStepV) + (kAlongU ? of_step_u : of_step_v), 0,
                            RegisterTile::kHeld - 1)]
                   [bounded(r * (kAlongU ? kStepV : kStepU) + (kAlongU ? of_step_v : of_step_u), 0,
                            RegisterTile::kAcross - 1)];
    };
    // What the reader of this lane's value needs of it.
    const bool late = kAlongU ? u < shift_u : v < shift_v;
    const bool beyond = kAlongU ? v < shift_v : u < shift_u;
    const float near_row = changes && late ? of(early + 1, row) : of(early, row);
    const float far_row = changes && late ? of(early + 1, row + 1) : of(early, row + 1);
    float value = crosses && beyond ? far_row : near_row;
    if (shift_u != 0 || shift_v != 0) {
        const int source = lane_of<RegisterTile::kWarpU>((u + shift_u) % RegisterTile::kWarpU,
                                                         (v + shift_v) % RegisterTile::kWarpV);
        value = __shfl_sync(0xffffffffu, value, source, 32 WEFT_AT);
    }
    const bool wraps = changes && (kAlongU ? u + shift_u >= RegisterTile::kWarpU
                                           : v + shift_v >= RegisterTile::kWarpV);
    if (early < 0 && !wraps) value = active ? shared_load(shared WEFT_AT) : 0.0f;
    return value;
}

/// What has been read around an element.
template <class Meta, class Reads>
struct ReadBefore : Meta {
    const float (*values)[Reads::kCount];  // of each plane
    WEFT_INLINE explicit ReadBefore(const float (*v)[Reads::kCount]) : values(v) {}

    WEFT_INLINE float sample(int dx, int dy, int plane WEFT_PLACE) const {
        return values[plane][(dy - Reads::kFirstY) * Reads::kWidth + (dx - Reads::kFirstX)];
    }
};

/// The place of a row in a line buffer.
template <class LineBuffer>
constexpr int line_buffer_row(int row) {
    return floor_rest(row, LineBuffer::kRows);
}

/// In a line buffer of rows, around the element of `row` in a lane's column.
template <class Meta, class LineBuffer>
struct InLineBuffer : Meta {
    const float (*rows)[LineBuffer::kWidth];  // those of a plane one after another
    int row, column;
    WEFT_INLINE InLineBuffer(const float (*r)[LineBuffer::kWidth], int at_row, int at_column)
        : rows(r), row(at_row), column(at_column) {}

    WEFT_INLINE float sample(int dx, int dy, int plane WEFT_PLACE) const {
        const int du = LineBuffer::kThreadsAlongY ? dy : dx,
                  dv = LineBuffer::kThreadsAlongY ? dx : dy;
        return rows[plane * LineBuffer::kRows + line_buffer_row<LineBuffer>(row + dv)]
                   [LineBuffer::kBefore + column + du];
    }
};

/// Fetches the columns beside a lane's own from its neighbours. Called by all lanes; those at the
/// ends of the warp get what nobody reads.
template <class LineBuffer>
WEFT_INLINE void widen(float (&row)[LineBuffer::kWidth], int lane WEFT_PLACE) {
    constexpr int kColumns = LineBuffer::kColumns, kBefore = LineBuffer::kBefore;
    WEFT_UNROLL
    for (int i = 1; i <= kBefore; ++i)
        row[kBefore - i] = __shfl_sync(0xffffffffu, row[kBefore + floor_rest(-i, kColumns)],
                                       (lane + floor_quotient(-i, kColumns)) & 31, 32 WEFT_AT);
    WEFT_UNROLL
    for (int i = 0; i < LineBuffer::kAfter; ++i)
        row[kBefore + kColumns + i] = __shfl_sync(0xffffffffu, row[kBefore + i % kColumns],
                                                  (lane + 1 + i / kColumns) & 31, 32 WEFT_AT);
}

template <int kColumns>
WEFT_INLINE bool is_aligned(const float* address) {
    return kColumns > 1 &&
           (reinterpret_cast<unsigned long long>(address) & (sizeof(float) * kColumns - 1)) == 0;
}

/// Columns u, u + 1, ... of a row, those within [first, last), in one access where it may be.
template <int kColumns>
WEFT_INLINE void load_columns(float* to, const float* from, int u, int first, int last WEFT_PLACE) {
    if (u >= first && u + kColumns <= last && is_aligned<kColumns>(from)) {
        device_load_run<kColumns>(to, from WEFT_AT);
    } else {
        WEFT_UNROLL
        for (int c = 0; c < kColumns; ++c)
            to[c] = u + c >= first && u + c < last ? device_load(from + c WEFT_AT) : 0.0f;
    }
}

template <int kColumns>
WEFT_INLINE void store_columns(float* to, const float* from WEFT_PLACE) {
    if (is_aligned<kColumns>(to)) {
        device_store_run<kColumns>(to, from WEFT_AT);
    } else {
        WEFT_UNROLL
        for (int c = 0; c < kColumns; ++c) device_store(to + c, from[c] WEFT_AT);
    }
}

/// The rows [first, last) of a tile of `width` by `rows` elements around which nothing that is read
/// leaves `inner`; none where columns do. `reach`: so far along u and v, in both directions.
struct InnerRows {
    int first, last;
};
template <bool kAlongY>
WEFT_INLINE InnerRows inner_rows(const GpuBounds& inner, Element first, int width, int rows,
                                 int before_u, int after_u, int before_v, int after_v) {
    const int u = kAlongY ? first.y : first.x, v = kAlongY ? first.x : first.y;
    const int u0 = kAlongY ? inner.top : inner.left, u1 = kAlongY ? inner.bottom : inner.right;
    const int v0 = kAlongY ? inner.left : inner.top, v1 = kAlongY ? inner.right : inner.bottom;
    if (u - before_u < u0 || u + width + after_u > u1) return {0, 0};
    const int begin = bounded(v0 + before_v - v, 0, rows);
    return {begin, bounded(v1 - after_v - v, begin, rows)};
}

}  // namespace weft

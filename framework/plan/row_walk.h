// The order in which a kernel's loops produce rows: on demand, each row once.
//
// Every output row is asked for in turn; a loop that is asked for a row first asks the loops it
// reads from for the last row it needs of each, then runs. Loops go from their first row to their
// last, or, where `upwards`, from the last to the first. The planner walks to learn how many rows
// each line buffer must keep; the executor walks to compute. Both use this one walk, so they agree.
#pragma once

#include <algorithm>
#include <vector>

#include "core/border.h"
#include "core/scale.h"
#include "plan/ranges.h"

namespace weft {

/// The row of the source that `read` sees for tap row dy of its reader's row y, or kOutside. Of a
/// picture that is read in place, not by way of a line buffer, no row is virtual.
inline int source_row(const CpuPlan& plan, const Read& read, int y, int dy, bool in_place = false) {
    const int row = scaled(read.scale_y, y) + dy;
    if (read.virtual_rows && !in_place) return row;
    const Rect& domain = plan.images[read.image].shape.domain;
    return remap(row, domain.y0, domain.y1, read.border.mode);
}

/// Rows of its source that a read needs for one row of its reader. Where all taps fall inside, only
/// the one that the source makes last matters.
struct RowDemand {
    Id<Loop> source;
    int front, back;  ///< first and last tap row, relative to the reader's
    /// Reader rows whose taps all fall inside the source's domain; of a scaled read none, for its
    /// rows are looked up one by one.
    int inside_first, inside_last;
    const Read* read;
};

/// Walks one tile. Visitor: `bool rows(Id<Loop> loop, int y, int count)`, called in a valid order
/// for rows y to y + count - 1, as many as the loop's batch or as are left; of a loop that loads
/// rows, all that its reader asks for at once. false stops. A loop that goes upwards has to make
/// row y + count - 1 of them first.
template <class Visitor>
class RowWalk {
  public:
    RowWalk(const CpuPlan& plan, const Kernel& kernel, const TileRanges& ranges, Visitor& visitor)
        : plan_(plan), kernel_(kernel), ranges_(ranges), visitor_(visitor) {
        next_.reserve(ranges.loops.size());
        for (const Id<Loop> l : kernel.loops.ids())
            next_.add(kernel.loops[l].upwards ? ranges.loops[l].y1 - 1 : ranges.loops[l].y0);
        demands_.resize(kernel.loops.size());
        for (const Id<Loop> l : kernel.loops.ids())
            for (const Read& read : kernel.loops[l].reads)
                if (read.line_buffer)
                    demands_[l].push_back(demand_of(read, kernel.line_buffers[*read.line_buffer]));
    }

    /// Produces every row of `tile`. False when the visitor stopped it.
    bool run(const Rect& tile) {
        std::vector<Id<Loop>> sinks;
        for (const Id<Loop> l : kernel_.loops.ids())
            if (std::any_of(kernel_.loops[l].writes.begin(), kernel_.loops[l].writes.end(),
                            [](const Write& w) { return !w.line_buffer; }))
                sinks.push_back(l);
        for (int y = tile.y0; y < tile.y1; ++y)
            for (const Id<Loop> l : sinks)
                if (!upwards(l) && y < ranges_.loops[l].y1 && !advance(l, y)) return false;
        for (int y = tile.y1 - 1; y >= tile.y0; --y)
            for (const Id<Loop> l : sinks)
                if (upwards(l) && y >= ranges_.loops[l].y0 && !advance(l, y)) return false;
        return true;
    }

    /// How many rows `loop` has produced after `row`: 0 for the latest one, negative before it is
    /// made.
    int rows_since(Id<Loop> loop, int row) const {
        return upwards(loop) ? row - next_[loop] - 1 : next_[loop] - 1 - row;
    }

  private:
    RowDemand demand_of(const Read& read, const LineBuffer& from) const {
        const Rect& domain = plan_.images[read.image].shape.domain;
        constexpr int kFar = 1 << 30;
        RowDemand demand{from.loop, read.rows.front(), read.rows.back(), -kFar, kFar, &read};
        if (read.scale_y != Scale{}) {
            demand.inside_first = kFar;
            demand.inside_last = -kFar;
        } else if (!read.virtual_rows) {
            demand.inside_first = domain.y0 - demand.front;
            demand.inside_last = domain.y1 - 1 - demand.back;
        }
        return demand;
    }

    bool upwards(Id<Loop> loop) const { return kernel_.loops[loop].upwards; }

    /// Rows that a loop makes at once, of `wanted` that are asked for.
    int batch(Id<Loop> loop, int wanted) const {
        const Loop& of = kernel_.loops[loop];
        return of.kind == LoopKind::kLoad ? wanted : of.batch_rows;
    }

    bool advance(Id<Loop> loop, int row) {
        if (upwards(loop)) return advance_up(loop, row);
        while (next_[loop] <= row) {
            const int y = next_[loop];
            const int count = std::min(batch(loop, row - y + 1), ranges_.loops[loop].y1 - y);
            if (!produce(loop, y, count)) return false;
            next_[loop] = y + count;
        }
        return true;
    }

    bool advance_up(Id<Loop> loop, int row) {
        while (next_[loop] >= row) {
            const int last = next_[loop];
            const int count =
                std::min(batch(loop, last - row + 1), last + 1 - ranges_.loops[loop].y0);
            if (!produce(loop, last + 1 - count, count)) return false;
            next_[loop] = last - count;
        }
        return true;
    }

    bool produce(Id<Loop> loop, int y, int count) {
        for (const RowDemand& demand : demands_[loop]) {
            const int last = y + count - 1;
            if (y >= demand.inside_first && last <= demand.inside_last) {
                const int farthest = upwards(demand.source) ? y + demand.front : last + demand.back;
                if (!advance(demand.source, farthest)) return false;
                continue;
            }
            for (int at = y; at <= last; ++at)
                for (int dy : demand.read->rows) {
                    const int row = source_row(plan_, *demand.read, at, dy);
                    if (row != kOutside && !advance(demand.source, row)) return false;
                }
        }
        return visitor_.rows(loop, y, count);
    }

    const CpuPlan& plan_;
    const Kernel& kernel_;
    const TileRanges& ranges_;
    Visitor& visitor_;
    Table<int, Loop> next_;
    Table<std::vector<RowDemand>, Loop> demands_;
};

}  // namespace weft

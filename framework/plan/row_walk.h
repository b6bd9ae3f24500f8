// The order in which a kernel's loops produce rows: on demand, each row once.
//
// Every output row is asked for in turn; a loop that is asked for a row first asks the loops it
// reads from for the last row it needs of each, then runs. The planner walks to learn how many rows
// each ring must keep; the executor walks to compute. Both use this one walk, so they agree.
#pragma once

#include <algorithm>
#include <vector>

#include "core/border.h"
#include "plan/ranges.h"

namespace weft {

/// The row of the source that `read` sees at row y + dy of its reader, or kOutside.
inline int source_row(const Plan& plan, const Read& read, int row) {
    if (read.virtual_rows) return row;
    const Rect& domain = plan.images[read.image].shape.domain;
    return remap(row, domain.y0, domain.y1, read.border.mode);
}

/// Walks one tile. Visitor: `bool row(int loop, int y)`, called in a valid order; false stops.
template <class Visitor>
class RowWalk {
  public:
    RowWalk(const Plan& plan, const Kernel& kernel, const TileRanges& ranges, Visitor& visitor)
        : plan_(plan), kernel_(kernel), ranges_(ranges), visitor_(visitor) {
        next_.reserve(ranges.loops.size());
        for (const Rect& range : ranges.loops) next_.push_back(range.y0);
    }

    /// Produces every row of `tile`. False when the visitor stopped it.
    bool run(const Rect& tile) {
        std::vector<int> sinks;
        for (int l = 0; l < static_cast<int>(kernel_.loops.size()); ++l)
            if (std::any_of(kernel_.loops[l].writes.begin(), kernel_.loops[l].writes.end(),
                            [](const Write& w) { return w.ring < 0; }))
                sinks.push_back(l);
        for (int y = tile.y0; y < tile.y1; ++y)
            for (int l : sinks)
                if (y < ranges_.loops[l].y1 && !advance(l, y)) return false;
        return true;
    }

    /// The last row that `loop` has produced; one before its first when none.
    int last_row(int loop) const { return next_[loop] - 1; }

  private:
    bool advance(int loop, int row) {
        while (next_[loop] <= row) {
            if (!produce(loop, next_[loop])) return false;
            ++next_[loop];
        }
        return true;
    }

    bool produce(int loop, int y) {
        for (const Read& read : kernel_.loops[loop].reads) {
            if (read.ring < 0) continue;
            const int source = kernel_.rings[read.ring].loop;
            for (int dy : read.rows) {
                const int row = source_row(plan_, read, y + dy);
                if (row != kOutside && next_[source] <= row && !advance(source, row)) return false;
            }
        }
        return visitor_.row(loop, y);
    }

    const Plan& plan_;
    const Kernel& kernel_;
    const TileRanges& ranges_;
    Visitor& visitor_;
    std::vector<int> next_;
};

}  // namespace weft

// Tiles of an accumulation's results in registers.
#pragma once

#include "plan/cpu_plan.h"

namespace weft {

/// Rows and vectors of results to which a loop adds terms in turn: what one term reads of a row
/// serves all columns, and of a column all rows.
struct RegisterTile {
    int rows = 1, columns = 1;  ///< columns in vectors

    /// Of the values that a term reads, those that are loaded for each element.
    double loads() const { return static_cast<double>(rows + columns) / (rows * columns); }
    friend bool operator==(const RegisterTile&, const RegisterTile&) = default;
};

/// The sums of a loop that is an accumulation alone, where its terms can be added for several
/// results in turn; else null.
inline const BoundAccumulation* tiled_sums(const CpuPlan& plan, const Loop& loop) {
    if (loop.kind != LoopKind::kParallel || loop.stages.size() != 1 || loop.width == 1)
        return nullptr;
    const std::optional<BoundAccumulation>& sums = plan.stages[loop.stages.front()].accumulation;
    return sums && sums->why_no_tiles.empty() ? &*sums : nullptr;
}

/// The tile of a loop that has one: its batch of rows, and batch_columns of each.
inline std::optional<RegisterTile> register_tile(const CpuPlan& plan, const Loop& loop) {
    if (loop.batch_columns == 0 || !tiled_sums(plan, loop)) return std::nullopt;
    return RegisterTile{loop.batch_rows, loop.batch_columns / loop.width};
}

}  // namespace weft

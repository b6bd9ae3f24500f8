// Rows computed together: a window of many rows is read from the first-level cache, not the second.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/scale.h"

#include "passes/passes.h"

namespace weft {

namespace {

constexpr int kBatchRows = 4;
constexpr int kColumnRows =
    8;                         // of a recurrence down columns: its state is loaded once for so many
constexpr int kRowGroups = 2;  // of lanes, a row each: two chains of a recurrence wait together
constexpr int kSmallestChunk = 128;  // elements; shorter runs cost more than they save
constexpr int kForcedChunk = 64;     // so that small test pictures have several
constexpr double kWorthwhile = 2.5;  // reads that one reading of a row must serve (measured)

/// Distinct rows that `rows` rows of the reader read, over all reads of the loop.
int rows_read(const Loop& loop, int rows) {
    int count = 0;
    for (const Read& read : loop.reads) {
        std::set<int> distinct;
        for (int row = 0; row < rows; ++row)
            for (int dy : read.rows) distinct.insert(scaled(read.scale_y, row) + dy);
        count += static_cast<int>(distinct.size()) * read.slot_planes;
    }
    return count;
}

/// A recurrence carries its state from row to row in registers; along rows each lane has one.
int recurrence_rows(const Loop& loop) {
    if (loop.kind == LoopKind::kVerticalScan) return kColumnRows;
    return loop.width > 1 ? loop.width * kRowGroups : 1;
}

}  // namespace

Plan batch(Plan plan, const PlanContext& context, Decisions& decisions) {
    const int cache_floats = static_cast<int>(context.target.l1_bytes / sizeof(float) / 2);
    for (Kernel& kernel : plan.kernels)
        for (Loop& loop : kernel.loops) {
            if (loop.is_recurrence()) {
                loop.batch_rows =
                    context.batch_rows > 0 ? context.batch_rows : recurrence_rows(loop);
                decisions.add(
                    plan.stages[loop.stages.front()].name,
                    loop.kind == LoopKind::kVerticalScan
                        ? fmt::format("{} rows at once: its state stays in registers meanwhile",
                                      loop.batch_rows)
                        : fmt::format("{} rows at once, side by side", loop.batch_rows));
                continue;
            }
            if (loop.kind != LoopKind::kParallel) continue;
            if (context.batch_rows > 0) {
                loop.batch_rows = context.batch_rows;
                loop.batch_columns = kForcedChunk;
                continue;
            }
            const int alone = rows_read(loop, 1), together = rows_read(loop, kBatchRows);
            const double reuse = static_cast<double>(alone) * kBatchRows / std::max(together, 1);
            const bool fits = !context.any_size &&
                              static_cast<long long>(alone) * kernel.region.width() <= cache_floats;
            const int chunk = cache_floats / std::max(together, 1) / 64 * 64;
            if (reuse < kWorthwhile || fits || chunk < kSmallestChunk) continue;
            loop.batch_rows = kBatchRows;
            loop.batch_columns = chunk;
            decisions.add(
                plan.stages[loop.stages.front()].name,
                fmt::format("{} rows at once, {} elements at a time: each row read serves "
                            "{:.1f} reads from {} KB of first-level cache",
                            kBatchRows, chunk, reuse, context.target.l1_bytes / 1024));
        }
    return plan;
}

}  // namespace weft

// Rows computed together: a window of many rows is read from the first-level cache, not the second.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/scale.h"

#include "passes/cpu/cpu_passes.h"
#include "plan/register_tile.h"

namespace weft {

namespace {

constexpr int kBatchRows = 4;
constexpr int kColumnRows =
    8;                         // of a recurrence down columns: its state is loaded once for so many
constexpr int kRowGroups = 2;  // of lanes, a row each: two chains of a recurrence wait together
constexpr int kSmallestChunk = 128;  // elements; shorter runs cost more than they save
constexpr int kForcedChunk = 64;     // so that small test pictures have several
constexpr double kLeastReads = 2.5;  // reads that one reading of a row must serve (measured)

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

/// What rows save that go side by side, where windows overlap.
struct Sharing {
    int loads = 0;  ///< vectors that a row reads
    int saved = 0;  ///< of them, those that a row before it has read
    int live = 0;   ///< vectors that wait in registers for the rows after, and to be stored
};

/// How many rows above `tap`, fewer than `rows`, the nearest tap straight above it lies, by which a
/// later row of the batch reads the same; 0: none. `taps` are sorted by y, x.
int rows_to_tap_above(const std::vector<Offset>& taps, const Offset& tap, int rows) {
    const auto before = [](const Offset& a, const Offset& b) {
        return a.y != b.y ? a.y < b.y : a.x < b.x;
    };
    for (int above = 1; above < rows; ++above)
        if (std::binary_search(taps.begin(), taps.end(), Offset{tap.x, tap.y - above}, before))
            return above;
    return 0;
}

Sharing sharing_of(const CpuPlan& plan, const Loop& loop, int rows) {
    Sharing result;
    for (const Read& read : loop.reads) {
        const std::vector<Offset>& taps = input_of(plan, *read.by).taps;
        result.loads += static_cast<int>(taps.size()) * read.slot_planes;
        if (read.scale_y != Scale{}) continue;
        for (const Offset& tap : taps) {
            const int above = rows_to_tap_above(taps, tap, rows);
            if (above == 0) continue;
            result.saved += read.slot_planes;
            result.live += above * read.slot_planes;
        }
    }
    for (const Write& write : loop.writes) result.live += rows * write.slot_planes;
    return result;
}

/// Whether rows can go side by side: the loop is computed by vectors, and where its windows lie is
/// known.
bool knows_windows(const CpuPlan& plan, const Loop& loop) {
    if (loop.width == 1) return false;
    for (const Id<Stage> s : loop.stages)
        for (const StageInput& input : plan.stages[s].inputs)
            if (input.own) return false;
    return true;
}

/// Registers for what waits: AVX-512 has 32, narrower vectors 16, of which a quarter is for the
/// bodies.
int waiting_registers(int width) { return width >= 16 ? 24 : 12; }

/// Whether going side by side pays: half the loads go away, arithmetic does not hide them, and
/// registers do.
bool shares_windows(const CpuPlan& plan, const Loop& loop, int rows) {
    // Estimates: operations for each load, and of a call of exp() or the like.
    constexpr double kMaxArithmetic = 8, kFunction = 20;
    if (!knows_windows(plan, loop)) return false;
    double operations = 0;
    for (const Id<Stage> s : loop.stages) {
        const StageOperations& o = plan.stages[s].operations;
        operations += o.fp + kFunction * o.functions;
    }
    const Sharing sharing = sharing_of(plan, loop, rows);
    return 2 * sharing.saved >= sharing.loads && sharing.live <= waiting_registers(loop.width) &&
           operations <= kMaxArithmetic * sharing.loads;
}

/// The tile of results in which an accumulation that keeps so many numbers reads the fewest values
/// for a term, of those that fit the registers; of equals, the widest. `rows`: as many, or 0.
RegisterTile tile_of(int kept, int width, int rows) {
    constexpr int kMostColumns = 4, kMostRows = 8;
    const int results = waiting_registers(width) / std::max(kept, 1);
    RegisterTile best{std::max(rows, 1), 1};
    for (int columns = 1; columns <= kMostColumns; ++columns)
        for (int r = 1; r <= kMostRows; ++r) {
            if ((rows > 0 && r != rows) || r * columns > results) continue;
            const RegisterTile tried{r, columns};
            if (tried.loads() <= best.loads()) best = tried;
        }
    return best;
}

/// A recurrence carries its state from row to row in registers; along rows each lane has one.
int recurrence_rows(const Loop& loop) {
    if (loop.kind == LoopKind::kVerticalScan) return kColumnRows;
    return loop.width > 1 ? loop.width * kRowGroups : 1;
}

}  // namespace

CpuPlan batch(CpuPlan plan, const CpuContext& context, Decisions& decisions) {
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
            if (knows_windows(plan, loop) && tiled_sums(plan, loop)) {
                const Stage& stage = plan.stages[loop.stages.front()];
                const RegisterTile tile =
                    tile_of(stage.facts.accumulation->kept, loop.width, context.batch_rows);
                loop.batch_rows = tile.rows;
                loop.batch_columns = tile.columns * loop.width;
                decisions.add(stage.name, fmt::format("tiles of {} rows and {} vectors of results "
                                                      "in registers: {:.2f} values loaded for a "
                                                      "term of an element",
                                                      tile.rows, tile.columns, tile.loads()));
                continue;
            }
            if (context.batch_rows > 0) {
                loop.batch_rows = context.batch_rows;
                loop.batch_columns = knows_windows(plan, loop) ? loop.width : kForcedChunk;
                continue;
            }
            if (shares_windows(plan, loop, kBatchRows)) {
                loop.batch_rows = kBatchRows;
                loop.batch_columns = loop.width;
                decisions.add(plan.stages[loop.stages.front()].name,
                              fmt::format("{} rows side by side: what several read stays in "
                                          "registers",
                                          kBatchRows));
                continue;
            }
            const int alone = rows_read(loop, 1), together = rows_read(loop, kBatchRows);
            const double reuse = static_cast<double>(alone) * kBatchRows / std::max(together, 1);
            const bool fits = !context.any_size &&
                              static_cast<long long>(alone) * kernel.region.width() <= cache_floats;
            const int chunk = cache_floats / std::max(together, 1) / 64 * 64;
            if (reuse < kLeastReads || fits || chunk < kSmallestChunk) continue;
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

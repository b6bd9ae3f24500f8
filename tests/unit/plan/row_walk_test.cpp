// The order of rows: on demand, each once, nothing read before it is made.
#include "plan/row_walk.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "planning.h"

namespace weft::test {
namespace {

/// Notes rows as they are produced, and complains about those that are read too early or twice.
struct Record {
    const CpuPlan& plan;
    const Kernel& kernel;
    const TileRanges& ranges;
    Table<int, Loop> next = {};  ///< the row expected next, in the loop's direction
    std::string flaw = {};
    int left = -1;  ///< stop after so many rows; -1: never

    Record(const CpuPlan& p, const Kernel& k, const TileRanges& r) : plan(p), kernel(k), ranges(r) {
        for (const Id<Loop> l : ranges.loops.ids())
            next.add(upwards(l) ? ranges.loops[l].y1 - 1 : ranges.loops[l].y0);
    }

    bool upwards(Id<Loop> loop) const { return kernel.loops[loop].upwards; }
    bool made(Id<Loop> loop, int row) const {
        return upwards(loop) ? row > next[loop] : row < next[loop];
    }

    bool rows(Id<Loop> loop, int y, int count) {
        if (left == 0) return false;
        if (left > 0) --left;
        if (count < 1) flaw = "a step of no rows";
        const int first = upwards(loop) ? y + count - 1 : y;
        if (first != next[loop]) flaw = "a row out of order";
        if (y < ranges.loops[loop].y0 || y + count > ranges.loops[loop].y1)
            flaw = "loop " + std::to_string(loop.number()) + ": row " + std::to_string(y) +
                   " beyond its range";
        for (const Read& read : kernel.loops[loop].reads) {
            if (!read.line_buffer) continue;
            const Id<Loop> source = kernel.line_buffers[*read.line_buffer].loop;
            for (int at = y; at < y + count; ++at)
                for (int dy : read.rows) {
                    const int r = source_row(plan, read, at, dy);
                    if (r != kOutside && !made(source, r)) flaw = "a row is read before it is made";
                }
        }
        next[loop] = upwards(loop) ? y - 1 : y + count;
        return flaw.empty();
    }
};

TEST(RowWalk, MakesEveryRowOnceAndBeforeItIsRead) {
    for_random_plans(150, [](const RandomPlanning& random, const CpuPlan& plan) {
        for (const Kernel& kernel : plan.kernels)
            for (const Rect& tile : tiles(kernel)) {
                const TileRanges ranges = tile_ranges(plan, kernel, tile);
                Record record(plan, kernel, ranges);
                RowWalk<Record> walk(plan, kernel, ranges, record);
                const bool completed = walk.run(tile);
                ASSERT_EQ(record.flaw, "") << random.description;
                ASSERT_TRUE(completed);
                for (const Id<Loop> l : kernel.loops.ids()) {
                    const auto& writes = kernel.loops[l].writes;
                    const bool sink = std::any_of(writes.begin(), writes.end(),
                                                  [](const Write& w) { return !w.line_buffer; });
                    const int end = record.upwards(l) ? ranges.loops[l].y0 - 1 : ranges.loops[l].y1;
                    if (sink && !ranges.loops[l].empty()) {
                        ASSERT_EQ(record.next[l], end) << "output rows are missing\n"
                                                       << random.description;
                    }
                    const int latest = record.next[l] + (record.upwards(l) ? 1 : -1);
                    ASSERT_EQ(walk.rows_since(l, latest), 0);
                    ASSERT_EQ(walk.rows_since(l, 2 * latest - record.next[l]), 1);
                }
            }
    });
}

TEST(RowWalk, StopsWhenToldTo) {
    const CpuPlan plan = plan_of(find_effect("degrain")->build());
    const Kernel& kernel = plan.kernels.front();
    const Rect tile = tiles(kernel).front();
    const TileRanges ranges = tile_ranges(plan, kernel, tile);
    for (int rows : {0, 1, 17}) {
        Record record(plan, kernel, ranges);
        record.left = rows;
        RowWalk<Record> walk(plan, kernel, ranges, record);
        EXPECT_FALSE(walk.run(tile));
        EXPECT_EQ(record.left, 0);
        EXPECT_EQ(record.flaw, "");
    }
}

TEST(SourceRow, ObeysTheBorderUnlessRowsAreVirtual) {
    CpuPlan plan;
    Read read;
    read.image = plan.images.add({});
    plan.images[read.image].shape.domain = {0, 10, 5, 20};
    const auto row_of = [&](BorderMode mode, int row) {
        read.border.mode = mode;
        return source_row(plan, read, row, 0);
    };
    EXPECT_EQ(row_of(eClamp, 3), 10);
    EXPECT_EQ(row_of(eMirror, 9), 10);
    EXPECT_EQ(row_of(eMirror, 21), 18);
    EXPECT_EQ(row_of(eRepeat, 9), 19);
    EXPECT_EQ(row_of(eConstant, 9), kOutside);
    EXPECT_EQ(row_of(eConstant, 15), 15);
    read.virtual_rows = true;
    EXPECT_EQ(row_of(eConstant, 9), 9);
}

}  // namespace
}  // namespace weft::test

// What loops compute for a tile, against every single read, and the tiles themselves.
#include "plan/ranges.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/border.h"
#include "neighbourhood/gaussian.h"
#include "neighbourhood/sparse_convolution.h"
#include "plan/row_walk.h"
#include "planning.h"
#include "point/soft_threshold.h"
#include "scan/box_blur.h"

namespace weft::test {
namespace {

/// How often each element of the region, plane by plane, is some task's.
std::vector<int> times_computed(const Kernel& kernel) {
    const Rect& r = kernel.region;
    std::vector<int> times(static_cast<std::size_t>(r.area() * kernel.planes), 0);
    const std::vector<Rect> different = tiles(kernel);
    for (const Task& task : tasks(kernel)) {
        EXPECT_FALSE(task.tile.empty());
        EXPECT_TRUE(r.contains(task.tile));
        EXPECT_NE(std::find(different.begin(), different.end(), task.tile), different.end());
        EXPECT_LE(task.tile.width(), kernel.block_width);
        const bool whole = task.plane < kernel.whole_planes;
        EXPECT_LE(task.tile.height(), whole ? r.height() : kernel.strip_height);
        for (int y = task.tile.y0; y < task.tile.y1; ++y)
            for (int x = task.tile.x0; x < task.tile.x1; ++x)
                ++times[static_cast<std::size_t>((task.plane * r.height() + y - r.y0) * r.width() +
                                                 x - r.x0)];
    }
    return times;
}

TEST(Tasks, CoverEveryPlaneExactlyOnce) {
    for (const Rect& region : {Rect{0, 0, 1, 1}, Rect{-7, 3, 30, 20}, Rect{5, -9, 70, -2}})
        for (int strip : {1, 3, 17, 1000})
            for (int block : {1, 16, 37, 1000})
                for (int whole : {0, 1, 3}) {
                    Kernel kernel;
                    kernel.region = region;
                    kernel.strip_height = strip;
                    kernel.block_width = block;
                    kernel.planes_outer = true;
                    kernel.planes = 3;
                    kernel.whole_planes = whole;
                    for (int times : times_computed(kernel))
                        ASSERT_EQ(times, 1) << strip << " " << block << " " << whole;
                }
}

TEST(BufferBytes, LeaveOneVectorAfterEachRow) {
    for (int width : {1, 15, 16, 17, 1000}) {
        EXPECT_GE(buffer_row_samples(width), width + 16);
        EXPECT_EQ(buffer_row_samples(width) % 16, 0);
    }
    EXPECT_EQ(buffer_bytes({0, 0, 17, 5}, 3, SampleType::kFloat32), 4u * 48 * 5 * 3);
}

/// input -> shrink -> box along `axis`.
Graph boxed(Axis axis) {
    GraphBuilder build("boxed");
    Image input = build.input("input"), shrunk, output;
    build.name_next("shrink");
    functors::SoftThreshold shrink;
    shrink(input, shrunk);
    build.name_next("box");
    functors::BoxBlur box(axis, 3);
    box(shrunk, output);
    build.output("output", output);
    return build.finish();
}

Rect range_of(const CpuPlan& plan, const Rect& tile, const std::string& stage) {
    const Kernel& kernel = plan.kernels.front();
    const TileRanges ranges = tile_ranges(plan, kernel, tile);
    return ranges.loops[id_of(kernel, loop_of(plan, stage))];
}

TEST(TileRanges, ScansWarmUpFromTheirLastRebuild) {
    const Planning p{.domain = {-5, 7, 395, 407}};
    const CpuPlan down = plan_of(boxed(eVertical), p);
    EXPECT_EQ(range_of(down, {0, 207, 20, 217}, "box"), (Rect{0, 199, 20, 217}));
    EXPECT_EQ(range_of(down, {0, 207, 20, 217}, "shrink"), (Rect{0, 196, 20, 220}));
    const CpuPlan along = plan_of(boxed(eHorizontal), p);
    EXPECT_EQ(range_of(along, {200, 7, 260, 17}, "box"), (Rect{187, 7, 260, 17}));
    EXPECT_EQ(range_of(along, {200, 7, 260, 17}, "shrink"), (Rect{184, 7, 263, 17}));
}

TEST(TileRanges, WhatTheOutputsDoNotNeedIsNotComputed) {
    GraphBuilder build("two");
    Image input = build.input("input"), a, b;
    build.name_next("a");
    functors::SoftThreshold shrink;
    shrink(input, a);
    build.name_next("b");
    functors::Gaussian blur(eVertical, 1.0f, 1);
    blur(a, b);
    build.output("a", a);
    build.output("b", b);
    const CpuPlan plan = plan_of(build.finish(), {.regions = {{0, 0, 64, 10}, {0, 30, 64, 48}}});
    EXPECT_EQ(range_of(plan, {0, 0, 64, 10}, "b"), Rect{});
    EXPECT_EQ(range_of(plan, {0, 0, 64, 10}, "a"), (Rect{0, 0, 64, 10}));
    EXPECT_EQ(range_of(plan, {0, 40, 64, 48}, "a"), (Rect{0, 39, 64, 48}));
}

/// Looks at every read of every element of one tile.
class Reads {
  public:
    Reads(const CpuPlan& plan, const Kernel& kernel, const Rect& tile)
        : plan_(plan), kernel_(kernel), tile_(tile), ranges_(tile_ranges(plan, kernel, tile)) {}

    /// The first element read that nobody provides; "" when there is none.
    std::string missing() const {
        for (const Id<Loop> l : kernel_.loops.ids()) {
            const Loop& loop = kernel_.loops[l];
            const Rect& range = ranges_.loops[l];
            if (range.empty()) continue;
            if (loop.kind != LoopKind::kLoad && !loop.domain.contains(range))
                return at(l, "computes beyond its domain");
            for (const Write& write : loop.writes)
                if (std::string flaw = wrong_write(write, range); !flaw.empty()) return at(l, flaw);
            for (const Read& read : loop.reads) {
                if (loop.kind == LoopKind::kLoad) continue;
                for (const Offset& tap : taps_of(read))
                    if (std::string flaw = wrong_tap(read, tap, range); !flaw.empty())
                        return at(l, flaw);
            }
        }
        return {};
    }

  private:
    std::string at(Id<Loop> loop, const std::string& what) const {
        return kernel_.name + " loop " + std::to_string(loop.number()) + " " + what;
    }

    std::vector<Offset> taps_of(const Read& read) const {
        return read.by ? input_of(plan_, *read.by).taps : std::vector<Offset>{Offset{}};
    }

    std::string wrong_write(const Write& write, const Rect& range) const {
        if (write.line_buffer) {
            const Interval columns = ranges_.line_buffer_columns[*write.line_buffer];
            return columns.first <= range.x0 && columns.last >= range.x1
                       ? ""
                       : "writes beside its line buffer's rows";
        }
        for (const KernelOutput& output : kernel_.outputs)
            if (output.image == write.image)
                return tile_.contains(range) && output.region.contains(range)
                           ? ""
                           : "writes outside its tile or region";
        return "writes what is no output";
    }

    /// Rows and columns are independent of each other, so each is looked at by itself.
    std::string wrong_tap(const Read& read, const Offset& tap, const Rect& range) const {
        const Rect& d = plan_.images[read.image].shape.domain;
        bool row_seen = false;
        for (int y = range.y0; y < range.y1; ++y)
            row_seen |= remap(y + tap.y, d.y0, d.y1, read.border.mode) != kOutside;
        if (!row_seen) return {};  // the constant alone
        if (!read.line_buffer) return wrong_place(read, tap, range, d, d);
        const Rect& made = ranges_.loops[kernel_.line_buffers[*read.line_buffer].loop];
        const Interval columns = ranges_.line_buffer_columns[*read.line_buffer];
        if (range.x0 + tap.x < columns.first || range.x1 + tap.x > columns.last)
            return "reads beside its line buffer's rows";
        if (read.virtual_rows) {
            const bool inside = range.y0 + tap.y >= made.y0 && range.y1 + tap.y <= made.y1 &&
                                range.x0 + tap.x >= made.x0 && range.x1 + tap.x <= made.x1;
            return inside ? "" : "reads what was not loaded";
        }
        return wrong_place(read, tap, range, d, made);
    }

    static std::string wrong_place(const Read& read, const Offset& tap, const Rect& range,
                                   const Rect& d, const Rect& made) {
        for (int y = range.y0; y < range.y1; ++y) {
            const int row = remap(y + tap.y, d.y0, d.y1, read.border.mode);
            if (row != kOutside && (row < made.y0 || row >= made.y1))
                return "reads row " + std::to_string(row) + ", which is not made";
        }
        for (int x = range.x0; x < range.x1; ++x) {
            const int column = remap(x + tap.x, d.x0, d.x1, read.border.mode);
            if (column != kOutside && (column < made.x0 || column >= made.x1))
                return "reads column " + std::to_string(column) + ", which is not made";
        }
        return {};
    }

    const CpuPlan& plan_;
    const Kernel& kernel_;
    const Rect tile_;
    const TileRanges ranges_;
};

TEST(TileRanges, ProvideWhateverIsRead) {
    for_random_plans(150, [](const RandomPlanning& random, const CpuPlan& plan) {
        for (const Kernel& kernel : plan.kernels)
            for (const Rect& tile : tiles(kernel))
                ASSERT_EQ(Reads(plan, kernel, tile).missing(), "") << random.description;
    });
}

/// What a kernel needs of a buffer was left there by the kernel that made it.
TEST(RegionRequired, IsWhatEarlierKernelsLeave) {
    for_random_plans(150, [](const RandomPlanning& random, const CpuPlan& plan) {
        Table<Rect, PlanImage> left(plan.images.size());
        for (const Kernel& kernel : plan.kernels) {
            for (const Rect& tile : tiles(kernel)) {
                const TileRanges ranges = tile_ranges(plan, kernel, tile);
                for (const Id<PlanImage> i : plan.images.ids()) {
                    if (!plan.images[i].producer()) continue;
                    const Rect need = region_required(plan, kernel, ranges, i);
                    EXPECT_TRUE(left[i].contains(need)) << plan.images[i].name << "\n"
                                                        << random.description;
                }
            }
            for (const KernelOutput& output : kernel.outputs) left[output.image] = output.region;
        }
    });
}

}  // namespace
}  // namespace weft::test

// What loops of row pipelines ask of a CPU: counted by hand, and in which direction plans differ.
#include "passes/cpu/cpu_work.h"

#include <gtest/gtest.h>

#include <cmath>

#include "neighbourhood/gaussian.h"
#include "planning.h"
#include "point/soft_threshold.h"

namespace weft::test {
namespace {

/// A target of 8 lanes and one core, whose caches hold 1 KB, 64 KB and 1 MB.
Target small_target() {
    Target target = test_target();
    target.cores = 1;
    target.l1_bytes = 1u << 10;
    target.l2_bytes = 64u << 10;
    target.llc_bytes = 1u << 20;
    return target;
}

Planning whole(Rect domain) {
    return {.domain = domain,
            .planes = 1,
            .strip_height = domain.height(),
            .block_width = domain.width(),
            .target = small_target()};
}

Graph shrink() {
    GraphBuilder build("shrink");
    Image input = build.input("input"), a;
    functors::SoftThreshold functor;
    functor(input, a);
    build.output("output", a);
    return build.finish();
}

Graph blur(Axis axis, int radius) {
    GraphBuilder build("blur");
    Image input = build.input("input"), a, b;
    functors::SoftThreshold first;
    build.name_next("shrink");
    first(input, a);
    build.name_next("blur");
    functors::Gaussian second(axis, 1.0f, radius);
    second(a, b);
    build.output("output", b);
    return build.finish();
}

/// The work of node `name`'s loop for the first tile of the plan's first kernel.
CpuWork work_of(const CpuPlan& plan, const std::string& name) {
    const Kernel& kernel = plan.kernels.front();
    const TileRanges ranges = tile_ranges(plan, kernel, tiles(kernel).front());
    return loop_work(plan, kernel, ranges, id_of(kernel, loop_of(plan, name)));
}

double seconds_of(const char* effect, const Planning& planning) {
    return run_seconds(plan_of(find_effect(effect)->build(), planning));
}

TEST(CpuWork, LevelsAreThoseThatHoldTheBytesOfEachThread) {
    Target target = small_target();
    EXPECT_EQ(level_of(target, 1 << 10), CpuLevel::kL1);
    EXPECT_EQ(level_of(target, (1 << 10) + 1), CpuLevel::kL2);
    EXPECT_EQ(level_of(target, 65 << 10), CpuLevel::kLastLevel);
    EXPECT_EQ(level_of(target, 600 << 10), CpuLevel::kLastLevel);
    EXPECT_EQ(level_of(target, 2 << 20), CpuLevel::kMemory);
    target.cores = 2;  // which share the last level, and have the second for themselves
    EXPECT_EQ(level_of(target, 64 << 10), CpuLevel::kL2);
    EXPECT_EQ(level_of(target, 600 << 10), CpuLevel::kMemory);
}

/// 10 rows of 60 elements: 8 vectors each, 3 operations, a load and a store. Both pictures together
/// have 4800 bytes, so that they are in the second-level cache; written lines come and go.
TEST(CpuWork, OfAPointOperationInPlace) {
    const CpuWork work = work_of(plan_of(shrink(), whole({0, 0, 60, 10})), "softthreshold1");
    EXPECT_EQ(work, (CpuWork{.fp = 240,
                             .loads = 80,
                             .stores = 80,
                             .l2_bytes = 2400 + 4800,
                             .rows = 10,
                             .pointers = 20}));
}

/// The same with larger pictures: what comes from memory passes through both caches.
TEST(CpuWork, OfPicturesFromMemory) {
    const CpuPlan plan = plan_of(shrink(), whole({0, 0, 1024, 200}));
    const CpuWork work = work_of(plan, "softthreshold1");
    constexpr double kBytes = 1024 * 200 * 4;
    ASSERT_TRUE(loop_of(plan, "softthreshold1").writes.at(0).non_temporal);
    EXPECT_EQ(work.l2_bytes, kBytes);
    EXPECT_EQ(work.llc_bytes, kBytes);
    EXPECT_EQ(work.memory_bytes, 2 * kBytes) << "stores around the caches are written once";
    EXPECT_EQ(work.starts, 0);
}

/// The work of the loop that loads the input, for the first tile.
CpuWork loading(const CpuPlan& plan) {
    const Kernel& kernel = plan.kernels.front();
    const TileRanges ranges = tile_ranges(plan, kernel, tiles(kernel).front());
    const Loop* const load = loops_of_kind(kernel, LoopKind::kLoad).at(0);
    return loop_work(plan, kernel, ranges, id_of(kernel, *load));
}

/// Rows of a picture come from memory where they are first read: in place, or into a line buffer.
TEST(CpuWork, OfRowsThatAreReadInPlace) {
    GraphBuilder build("across");
    Image input = build.input("input"), a;
    functors::Gaussian(eHorizontal, 1.0f, 2)(input, a);
    build.output("output", a);
    const Graph graph = build.finish();
    Planning planning = whole({0, 0, 1024, 200});
    constexpr double kBytes = 1024 * 200 * 4;
    const CpuPlan in_place = plan_of(graph, planning);
    EXPECT_EQ(loading(in_place).memory_bytes, 0);
    EXPECT_GE(work_of(in_place, "gaussian1").memory_bytes, 2 * kBytes);
    EXPECT_EQ(loading(in_place).outside, 200 * 4) << "what the border says, two at each end";
    planning.disabled = {"edges"};
    const CpuPlan loaded = plan_of(graph, planning);
    EXPECT_GE(loading(loaded).memory_bytes, kBytes);
    EXPECT_EQ(work_of(loaded, "gaussian1").memory_bytes, kBytes) << "what is written";
    EXPECT_LT(loading(in_place).loads, loading(loaded).loads / 10);
}

/// Vectors at other columns than the element's lie in two lines every other time; rows do not.
TEST(CpuWork, CountsLinesOfVectorsOffTheBoundary) {
    Planning planning = whole({0, 0, 64, 10});
    planning.disabled = {"batch"};
    const CpuWork along = work_of(plan_of(blur(eHorizontal, 2), planning), "blur");
    EXPECT_EQ(along.loads, 10 * 8 * (1 + 4 * 1.5));
    const CpuWork down = work_of(plan_of(blur(eVertical, 2), planning), "blur");
    EXPECT_EQ(down.loads, 10 * 8 * 5);
    EXPECT_EQ(down.fp, along.fp);
    // Five rows of 256 bytes and their padding do not fit 1 KB.
    EXPECT_EQ(down.l2_bytes, 10 * 256 * (5 + 2));
}

TEST(CpuWork, BatchesReadRowsOnce) {
    Planning planning = whole({0, 0, 64, 40});
    planning.disabled = {"batch"};
    const CpuWork alone = work_of(plan_of(blur(eVertical, 2), planning), "blur");
    planning.disabled = {};
    planning.batch_rows = 4;
    const CpuWork batched = work_of(plan_of(blur(eVertical, 2), planning), "blur");
    EXPECT_EQ(alone.l2_bytes - batched.l2_bytes, 40 * 256 * (5 - 2)) << "8 rows for 4, not 20";
    EXPECT_EQ(batched.loads, alone.loads * 8 / 20) << "side by side, from registers too";
    EXPECT_EQ(batched.rows, alone.rows / 4);
    EXPECT_EQ(batched.fp, alone.fp);
}

/// Compilers vectorise straight bodies that they can unroll; others stay scalar.
TEST(CpuWork, ScalarBodiesThatCompilersVectoriseAreVectors) {
    Planning planning = whole({0, 0, 64, 40});
    planning.disabled = {"vectorise", "batch"};
    const CpuPlan scalar = plan_of(blur(eVertical, 2), planning);
    ASSERT_EQ(loop_of(scalar, "blur").width, 1);
    planning.disabled = {"batch"};
    const CpuPlan vectors = plan_of(blur(eVertical, 2), planning);
    EXPECT_EQ(work_of(scalar, "blur"), work_of(vectors, "blur"));

    const Graph night = find_effect("night")->build();
    planning.disabled = {};
    planning.planes = 3;
    const CpuWork lanes = work_of(plan_of(night, planning), "atrous0");
    planning.disabled = {"vectorise"};
    const CpuWork elements = work_of(plan_of(night, planning), "atrous0");
    EXPECT_EQ(elements.fp, 8 * lanes.fp);
    EXPECT_EQ(lanes.integer, 0);
    EXPECT_GT(elements.integer, 0);
}

/// Segments side by side: 8 lanes of 80 elements are a group, transposed in and out.
TEST(CpuWork, ScansAlongRowsRunWholeGroups) {
    Planning planning = whole({0, 0, 700, 10});
    const CpuPlan plan = plan_of(find_effect("diffusion")->build(), planning);
    const Loop& loop = loop_of(plan, "boxblur1");
    ASSERT_EQ(loop.kind, LoopKind::kHorizontalScan);
    const int period = loop.restart_period;
    const CpuWork work = work_of(plan, "boxblur1");
    const int whole_groups = (700 + period * 8 - 1) / (period * 8);
    const double groups = whole_groups;
    EXPECT_EQ(work.fp, 10 * groups * period * 4);
    EXPECT_EQ(work.waits, 10 * std::ceil(groups / 2) * period * 4) << "two groups wait together";
    EXPECT_GE(work.shuffles, 10 * groups * period * 2 * 3) << "log2(8) for each vector in and out";
}

/// Rows that are cut short do not go on where the one before ended, where pictures are far.
TEST(CpuWork, BlocksBeginRowsAnew) {
    Planning planning = whole({0, 0, 1024, 200});
    planning.block_width = 256;
    EXPECT_EQ(work_of(plan_of(shrink(), planning), "softthreshold1").starts, 2 * 200);
    planning = whole({0, 0, 128, 20});
    planning.block_width = 64;
    EXPECT_EQ(work_of(plan_of(shrink(), planning), "softthreshold1").starts, 0);
}

TEST(CpuWork, LoopsAddUpToTheKernel) {
    const CpuCosts costs;
    for (const Effect& effect : builtin_effects()) {
        const CpuPlan plan = plan_of(effect.build(), {.target = small_target()});
        double total = 0;
        for (const Kernel& kernel : plan.kernels) {
            double loops = 0, starts = costs.kernel_seconds;
            for (const LoopTime& time : loop_times(plan, kernel)) loops += time.seconds;
            starts += costs.task_seconds * static_cast<double>(tasks(kernel).size());
            // Of the sum of tasks the longest part is at most the sum of each task's longest.
            EXPECT_LE(loops + starts, kernel_seconds(plan, kernel) * (1 + 1e-12)) << effect.name;
            EXPECT_GE(loops + starts, 0.5 * kernel_seconds(plan, kernel)) << effect.name;
            total += kernel_seconds(plan, kernel);
        }
        EXPECT_DOUBLE_EQ(run_seconds(plan), total) << effect.name;
    }
}

/// A core of a present server.
Target server_target() {
    Target target = test_target();
    target.cores = 1;
    target.vector_width = 16;
    target.l1_bytes = 48u << 10;
    target.l2_bytes = 2u << 20;
    target.llc_bytes = 64u << 20;
    return target;
}

/// The directions in which these plans were measured to differ (docs/performance.md).
TEST(CpuWork, RanksWhatIsPlannedBeforeWhatIsTurnedOff) {
    const Planning planned{.domain = {0, 0, 640, 480}, .target = server_target()};
    Planning unfused = planned, unnested = planned, low = planned, narrow = planned;
    unfused.disabled = {"fuse"};
    unnested.disabled = {"nest"};
    low.strip_height = 4;
    narrow.block_width = 64;
    for (const char* effect : {"degrain", "harris", "unsharp-halide", "unsharp-hipacc", "sobel"}) {
        const double best = seconds_of(effect, planned);
        EXPECT_LT(best, seconds_of(effect, unfused)) << effect;
        EXPECT_LT(best, seconds_of(effect, unnested)) << effect;
        EXPECT_LT(best, seconds_of(effect, low)) << effect;
        EXPECT_LT(best, seconds_of(effect, narrow)) << effect;
    }
}

TEST(CpuWork, ThreadsDivideTheTime) {
    Planning planning{.domain = {0, 0, 640, 480}};
    planning.target.cores = 1;
    const double one = seconds_of("harris", planning);
    planning.target.cores = 2;
    const double two = seconds_of("harris", planning);
    EXPECT_LT(two, 0.7 * one);
    EXPECT_GT(two, 0.4 * one);
}

}  // namespace
}  // namespace weft::test

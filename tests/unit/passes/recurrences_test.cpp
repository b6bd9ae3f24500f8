// What recurrences ask of CPU plans: who shares a kernel, which way rows are made, how it is cut.
#include "passes/cpu/recurrences.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "neighbourhood/gaussian.h"
#include "planning.h"
#include "point/sum.h"
#include "scan/box_blur.h"
#include "scan/recursive_blur.h"

namespace weft::test {
namespace {

using functors::Gaussian;
using functors::RecursiveBlur;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(GoingUpwards, FollowsTheNearestBeforeThenTheNearestAfter) {
    using Way = std::optional<bool>;
    const Way any = std::nullopt;
    const auto of = [](const Table<Flow<Loop>, Loop>& flows) {
        return going_upwards(flows).values();
    };
    const Id<Loop> first(0), second(1), third(2);
    EXPECT_THAT(of({}), IsEmpty());
    EXPECT_THAT(of({{any, {}}, {any, {first}}}), ElementsAre(false, false));
    EXPECT_THAT(of({{any, {}}, {true, {first}}, {any, {second}}, {any, {third}}}),
                ElementsAre(true, true, true, true));
    EXPECT_THAT(of({{false, {}}, {any, {first}}, {true, {second}}, {any, {third, first}}}),
                ElementsAre(false, false, true, true));
    EXPECT_THAT(of({{any, {}}, {any, {first}}, {true, {second}}}), ElementsAre(true, true, true));
}

/// A graph under construction, its nodes in a row; each names its input and its output.
struct Chain {
    GraphBuilder build{"chain"};
    Image last = build.input("input");

    template <class F>
    Chain& then(const char* name, const F& functor, Border border = {}) {
        Image output;
        build.name_next(name);
        build.border(border);
        functor(last, output);
        last = output;
        return *this;
    }
    Graph done() {
        build.output("output", last);
        return build.finish();
    }
};

const RecursiveBlur kDown(eVertical, false), kUp(eVertical, true), kRight(eHorizontal, false),
    kLeft(eHorizontal, true);

TEST(Recurrences, OfOneAxisShareAKernelAndOfTwoDoNot) {
    const CpuPlan plan = plan_of(find_effect("iir-blur")->build());
    EXPECT_EQ(plan.kernels.size(), 2u);
    EXPECT_THAT(materialised(plan), ElementsAre("up.Output"));
    EXPECT_THAT(decision(plan, "fuse", "up.Output -> right"), HasSubstr("share no kernel"));
    EXPECT_TRUE(loop_of(plan, "up").upwards);
    EXPECT_FALSE(loop_of(plan, "down").upwards);
    EXPECT_FALSE(loop_of(plan, "left").upwards);
    EXPECT_TRUE(loop_of(plan, "left").backwards);
}

TEST(Recurrences, AlongRowsAndColumnsPartWhereverTheyMeet) {
    GraphBuilder build("siblings");
    Image input = build.input("input"), shared, down, right, sum;
    build.name_next("shared");
    Gaussian(eHorizontal, 1.0f, 2)(input, shared);
    build.name_next("down");
    kDown(shared, down);
    build.name_next("right");
    kRight(shared, right);
    build.name_next("sum");
    functors::Sum add;
    add(down, right, sum);
    build.output("output", sum);
    const CpuPlan plan = plan_of(build.finish());
    for (const Kernel& kernel : plan.kernels)
        EXPECT_FALSE(runs_along_columns(kernel) && runs_along_rows(kernel));
    EXPECT_THAT(materialised(plan), testing::Contains("down.Output"));
    // Unconnected ones of one size neither.
    GraphBuilder apart("apart");
    Image from = apart.input("input"), one, other;
    kDown(from, one);
    functors::BoxBlur box(eHorizontal, 3);
    box(from, other);
    apart.output("one", one);
    apart.output("other", other);
    EXPECT_EQ(plan_of(apart.finish()).kernels.size(), 2u);
}

TEST(Recurrences, RowsGoTheWayThatTheirKernelGoes) {
    const Gaussian along(eVertical, 1.0f, 2);
    const CpuPlan plan =
        plan_of(Chain().then("before", along).then("up", kUp).then("after", along).done());
    EXPECT_EQ(plan.kernels.size(), 1u);
    for (const Loop& loop : plan.kernels.front().loops) EXPECT_TRUE(loop.upwards);
    EXPECT_FALSE(keeps_columns(plan.kernels.front()));
    for (const LineBuffer& line_buffer : plan.kernels.front().line_buffers)
        EXPECT_LE(line_buffer.depth, 16);
}

TEST(Recurrences, ThereAndBackKeepsWholeColumnsOfABlock) {
    const Graph graph = Chain().then("down", kDown).then("up", kUp).done();
    const CpuPlan plan = plan_of(graph, {.domain = {0, 0, 3000, 700}});
    ASSERT_EQ(plan.kernels.size(), 1u);
    const Kernel& kernel = plan.kernels.front();
    EXPECT_TRUE(keeps_columns(kernel));
    ASSERT_EQ(kernel.line_buffers.size(), 1u);
    EXPECT_EQ(kernel.line_buffers.front().depth, 700);
    EXPECT_EQ(kernel.strip_height, 700) << "another strip would begin anew";
    EXPECT_LE(kernel.task_bytes, column_budget(test_target()));
    EXPECT_EQ(tasks(kernel).size() % static_cast<std::size_t>(test_target().cores), 0u);
}

TEST(Recurrences, ColumnsTooTallForTheCachesLieBetweenKernels) {
    const Graph graph = Chain().then("down", kDown).then("up", kUp).done();
    const CpuPlan plan = plan_of(graph, {.domain = {0, 0, 300, 60000}});
    EXPECT_EQ(plan.kernels.size(), 2u);
    EXPECT_THAT(decision(plan, "fuse", "down.Output -> up"), HasSubstr("of which a block makes"));
}

TEST(Recurrences, NothingReadsAcrossColumnsThatAreKeptWhole) {
    const Gaussian across(eHorizontal, 1.0f, 2), along(eVertical, 1.0f, 2);
    const CpuPlan plan = plan_of(Chain()
                                     .then("before", across)
                                     .then("down", kDown)
                                     .then("between", along)
                                     .then("up", kUp)
                                     .then("after", across)
                                     .done());
    EXPECT_THAT(materialised(plan), ElementsAre("up.Output"));
    EXPECT_THAT(decision(plan, "fuse", "up.Output -> after"), HasSubstr("read across columns"));
    // Where none are kept whole, blocks are wide.
    EXPECT_EQ(plan_of(Chain().then("down", kDown).then("after", across).done()).kernels.size(), 1u);
}

TEST(Recurrences, AlongRowsAreNeverCutIntoBlocks) {
    const Graph graph = Chain().then("right", kRight).then("left", kLeft).done();
    const CpuPlan plan = plan_of(graph, {.domain = {0, 0, 60000, 300}});
    ASSERT_EQ(plan.kernels.size(), 1u);
    const Kernel& kernel = plan.kernels.front();
    EXPECT_EQ(kernel.block_width, 60000);
    const int rows = loop_of(plan, "right").batch_rows;
    EXPECT_EQ(rows, 2 * test_target().vector_width);
    for (const Task& task : tasks(kernel))
        EXPECT_TRUE(task.tile.height() % rows == 0 || task.tile.y1 == 300);
}

TEST(Recurrences, WriteInPlaceUnlessRegionsLeaveOutTheirBeginning) {
    const Graph graph = Chain().then("up", kUp).done();
    const auto stores = [&](const Rect& region) {
        const CpuPlan plan = plan_of(graph, {.domain = {0, 0, 100, 90}, .regions = {region}});
        return loops_of_kind(plan.kernels.front(), LoopKind::kStore).size();
    };
    EXPECT_EQ(stores({}), 0u);
    EXPECT_EQ(stores({20, 30, 60, 90}), 0u) << "its last rows, from which it begins";
    EXPECT_EQ(stores({20, 30, 60, 80}), 1u);
}

}  // namespace
}  // namespace weft::test

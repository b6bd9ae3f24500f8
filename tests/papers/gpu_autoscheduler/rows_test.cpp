// Paper: gpu-autoscheduler, listing 2 one level above rows: what is read along a row alone is
// computed a row for each row of its consumer, in plans and in kernels.
#include <gtest/gtest.h>

#include "differential/compiler_fixture.h"
#include "effects/builtin.h"
#include "engine/differential.h"
#include "engine/explain_group.h"
#include "gpu_planning.h"
#include "graph/image.h"
#include "neighbourhood/separable_convolution.h"
#include "numbered_stages.h"
#include "passes/gpu/fusion/auto_stages.h"
#include "passes/gpu/fusion/found_groups.h"
#include "passes/gpu/fusion/group_shape.h"
#include "plan/group_levels.h"
#include "point/difference.h"

namespace weft::test {
namespace {

/// A row of the first for each of the wide one's, which go on beyond the tile, for the next reads
/// along columns; rows of that and of its detail for the result's, which reads both.
Graph rows_for_rows(const Border& border, const Border& of_first) {
    GraphBuilder b("rows");
    const auto along = [&](const char* name, Axis axis, const FloatList<129>& weights,
                           const Image& in, Image& out) {
        b.name_next(name);
        functors::SeparableConvolution(axis, weights)(in, out);
    };
    Image in = b.input("input"), first, wide, down, detail, smooth, result;
    b.border(of_first);
    along("first", eHorizontal, {3, {1, 2, 1}}, in, first);
    along("wide", eHorizontal, {5, {1, 2, 3, 2, 1}}, first, wide);
    b.border(border);
    along("down", eVertical, {5, {1, 1, 2, 1, 1}}, wide, down);
    along("detail", eHorizontal, {3, {-1, 2, -1}}, down, detail);
    along("smooth", eHorizontal, {7, {1, 1, 1, 2, 1, 1, 1}}, detail, smooth);
    b.name_next("result");
    functors::Difference()(down, smooth, result);
    b.output("result", result);
    return b.finish();
}

StageGroups all_in_rows() { return {numbered_stages({0, 1, 2, 3, 4, 5})}; }

GpuPlan planned(NestedFusion nesting, const Border& of_first = {}) {
    GpuPlanning p;
    p.target = "rtx-2080-ti";
    p.domain = {0, 0, 1536, 2560};
    p.choices.groups = all_in_rows();
    p.choices.nesting = nesting;
    p.choices.tile.kind = TileKind::kBlock;
    return gpu_plan_of(rows_for_rows({}, of_first), p);
}

TEST(AutoschedulerRows, AreEmittedWhereListing2HasThem) {
    using enum ComputeAt::Level;
    const GpuPlan apart = planned(NestedFusion::kNever);
    ASSERT_EQ(apart.kernels.size(), 1u);
    const AutoMembers seen = auto_members(apart, apart.kernels.front());
    const Nesting levels = nest(seen.pipeline, seen.group);
    const GpuPlan plan = planned(NestedFusion::kStages);
    ASSERT_EQ(plan.kernels.size(), 1u);
    const GpuGroup& group = plan.kernels.front().group;
    ASSERT_EQ(group.loops.size(), levels.size());
    std::vector<ComputeAt::Level> of_listing;
    for (const ComputeAt& at : levels) of_listing.push_back(at.level);
    EXPECT_EQ(of_listing, (std::vector{kRow, kBlock, kRow, kRow, kBlock}));
    std::size_t m = 0;
    for (const GroupLoop& loop : group.loops)
        EXPECT_EQ(loop.rows == LoopRows::kWithNext, levels[m++].level == kRow);
}

/// Of what a row is computed of for a row, only the rows in flight are held: one for each warp.
TEST(AutoschedulerRows, HoldTheRowsInFlightAlone) {
    GpuPlan plan = planned(NestedFusion::kStages);
    const auto shaped = [&](const GroupShape& shape) {
        return with_shape(plan, plan.kernels.front(), shape).group;
    };
    const auto rows = [](const GpuGroup& group) {
        std::vector<int> rows;
        for (const GroupLoop& loop : group.loops)
            for (const Id<GroupTile> t : loop.tiles) {
                const GroupTile& tile = group.tiles[t];
                rows.push_back(static_cast<int>(tile.bytes / sizeof(float)) / tile.pitch /
                               tile.planes);
            }
        return rows;
    };
    // The tile has 16 rows, and two more on either side for what is read along columns.
    EXPECT_EQ(rows(shaped({TileKind::kBlock, 32, 4, 32, 16})), (std::vector{4, 20, 4, 4}));
    EXPECT_EQ(rows(shaped({TileKind::kBlock, 16, 16, 32, 16})), (std::vector{8, 20, 8, 8}));
    EXPECT_EQ(rows(shaped({TileKind::kWarp, 32, 4, 32, 16})), (std::vector{1, 20, 1, 1}));
    // No team of whole warps: the loops go one after another, through whole tiles.
    EXPECT_EQ(rows(shaped({TileKind::kBlock, 36, 4, 32, 16})), (std::vector{20, 20, 16, 16}));
}

/// Rows of the wide one beyond the picture are those of its last rows by one border, and of the
/// first by another.
TEST(AutoschedulerRows, AreNotOfAnotherBorder) {
    const auto rows_of_first = [](const Border& border) {
        const GpuPlan plan = planned(NestedFusion::kStages, border);
        return plan.kernels.front().group.loops.front().rows;
    };
    EXPECT_TRUE(rows_of_first({eClamp, 0}) == LoopRows::kWithNext);
    EXPECT_TRUE(rows_of_first({eMirror, 0}) == LoopRows::kAll);
}

TEST(AutoschedulerRows, AreExplained) {
    const GpuPlan plan = planned(NestedFusion::kStages);
    const std::string text = explain_group(plan, plan.kernels.front());
    for (const char* line : {"first  row     reads", "wide  block   reads", "smooth  thread  reads",
                             "row by row with loop 1, a warp a row"})
        EXPECT_NE(text.find(line), std::string::npos) << line << "\n" << text;
}

/// Its costs of disparities read 64 elements of a row of codes.
TEST(AutoschedulerRows, AreOfLensBlursCosts) {
    GpuPlanning p;
    p.target = "rtx-2080-ti";
    p.domain = {0, 0, 1536, 2560};
    p.choices.fusion = FusionStrategy::kGreedy;
    p.choices.nesting = NestedFusion::kStages;
    const GpuPlan plan = gpu_plan_of(find_effect("lens-blur")->build(), p);
    std::vector<std::string> in_rows;
    for (const GpuKernel& kernel : plan.kernels)
        for (const GroupLoop& loop : kernel.group.loops)
            if (loop.rows == LoopRows::kWithNext)
                in_rows.push_back(plan.stages[loop.evaluations.front().stage].name);
    EXPECT_EQ(in_rows, std::vector<std::string>{"codes2"});
}

class AutoschedulerRowsExact : public testing::TestWithParam<BorderMode> {};

/// Rows beyond the domain are in them, of each border, and a domain of an element.
TEST_P(AutoschedulerRowsExact, AgreeWithTheReference) {
    const Library library = builtin_library();
    const Border border{GetParam(), 0.25f};
    const Graph same = rows_for_rows(border, border);
    const Graph other = rows_for_rows({eClamp, 0}, border);
    for (const auto& [kind, borders] : {std::pair{TileKind::kBlock, BorderScheme::kNine},
                                        {TileKind::kBlock, BorderScheme::kWarp},
                                        {TileKind::kWarp, BorderScheme::kNaive}})
        for (const Rect& domain : {Rect{0, 0, 1, 1}, Rect{-3, 5, 66, 38}}) {
            DifferentialCase c;
            c.device = "simt";
            c.target = "sm_75";
            c.domain = domain;
            c.keep_borders = true;
            c.gpu.groups = all_in_rows();
            c.gpu.nesting = NestedFusion::kStages;
            c.gpu.tile.kind = kind;
            c.gpu.borders = borders;
            for (const Graph& graph : {same, other}) {
                const auto outcome = compare_devices(graph, library, c, {}, shared_compiler());
                ASSERT_TRUE(outcome) << to_string(c) << ": " << outcome.error().message;
                EXPECT_TRUE(outcome->agrees) << to_string(c) << ": " << outcome->difference;
            }
        }
}

INSTANTIATE_TEST_SUITE_P(Borders, AutoschedulerRowsExact,
                         testing::Values(eClamp, eMirror, eRepeat, eConstant));

}  // namespace
}  // namespace weft::test

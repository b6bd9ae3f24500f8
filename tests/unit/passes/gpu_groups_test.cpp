// Which loops and tiles a group has, and which groups a plan.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <utility>

#include "effect_combinations.h"
#include "effects/builtin.h"
#include "engine/gpu_figures.h"
#include "gpu_planning.h"
#include "neighbourhood/mean.h"
#include "neighbourhood/sparse_convolution.h"
#include "passes/gpu/fusion/group_copies.h"
#include "passes/gpu/fusion/group_loops.h"
#include "passes/gpu/fusion/warp_groups.h"
#include "passes/gpu/kernel_resources.h"
#include "passes/pipeline.h"
#include "point/difference.h"
#include "point/sum.h"
#include "pyramid/double.h"
#include "pyramid/halve.h"

namespace weft::test {
namespace {

GpuPlan fused(const std::string& effect, GpuPlanning p, FusionStrategy fusion) {
    p.choices.fusion = fusion;
    return gpu_plan_of(find_effect(effect)->build(), p);
}

int computed_tiles(const GpuGroup& group) {
    int tiles = 0;
    for (const GroupLoop& loop : group.loops)
        if (!loop.copies) tiles += static_cast<int>(loop.tiles.size());
    return tiles;
}

std::vector<std::string> names_of(const GpuPlan& plan, const GroupLoop& loop) {
    std::vector<std::string> names;
    for (const GroupEvaluation& e : loop.evaluations) names.push_back(plan.stages[e.stage].name);
    return names;
}

/// The products in a tile with what is read around an element, and of that the corners.
TEST(GpuGroups, HarrisIsTwoLoopsWithThreeTiles) {
    const GpuPlan plan = forced(find_effect("harris")->build());
    const GpuGroup& group = only_gpu_kernel(plan).group;
    std::map<std::vector<std::string>, Window> halos;
    for (const GroupLoop& loop : group.loops)
        if (!loop.copies) halos[names_of(plan, loop)] = loop.halo;
    EXPECT_EQ(halos, (std::map<std::vector<std::string>, Window>{
                         {{"dx", "dy", "sx", "sy", "sxy"}, {-1, 1, -1, 1}},
                         {{"gx", "gy", "gxy", "hc"}, {0, 0, 0, 0}}}));
    EXPECT_EQ(computed_tiles(group), 3);
    EXPECT_EQ(group.levels.front().reach, (Window{-2, 2, -2, 2}));
}

TEST(GpuGroups, PointOperatorsShareALoopAndNoTile) {
    const GpuPlan plan = forced(find_effect("unsharp-hipacc")->build());
    for (const GroupLoop& loop : only_gpu_kernel(plan).group.loops) {
        if (loop.copies) continue;
        EXPECT_EQ(loop.evaluations.size(), 4u);
        EXPECT_TRUE(loop.halo.is_point());
    }
}

/// A mean of a mean, the outer one read twice with borders of its own; the sum of both.
Graph means(Border inner, Border first, Border second) {
    GraphBuilder b("means");
    Image in = b.input("input"), blurred, once, again, both;
    b.border(inner);
    functors::Mean(1)(in, blurred);
    b.border(first);
    functors::Mean(1)(blurred, once);
    b.border(second);
    functors::Mean(2)(blurred, again);
    functors::Sum()(once, again, both);
    b.output("output", both);
    return b.finish();
}

TEST(GpuGroups, ATileForEachBorderByWhichItIsRead) {
    const GpuPlan same = forced(means({eClamp, 0}, {eMirror, 0}, {eMirror, 0}));
    EXPECT_EQ(computed_tiles(only_gpu_kernel(same).group), 1);
    const GpuPlan two = forced(means({eClamp, 0}, {eMirror, 0}, {eConstant, 0.5f}));
    EXPECT_EQ(computed_tiles(only_gpu_kernel(two).group), 2);
    EXPECT_EQ(find_flaw(two), "");
}

/// What a group copies of memory is what is read: on one side of the element, say, and not the
/// element itself.
TEST(GpuGroups, ACopyHoldsOneSideWhereOneSideIsRead) {
    const OffsetList right({{1, 0}, {3, 1}});
    GraphBuilder b("one sided");
    Image in = b.input("input"), first, second, third;
    functors::SparseConvolution(right, {2, {1.0f, 0.5f}})(in, first);
    functors::SparseConvolution(right, {2, {0.25f, 1.0f}})(first, second);
    functors::SparseConvolution(right, {2, {1.0f, 0.75f}})(second, third);
    b.output("output", third);
    const GpuPlan plan =
        forced(b.finish(),
               {.target = "sm_75",
                .domain = {-2, 3, 0, 36},
                .planes = 1,
                .choices = {.tile = {.kind = TileKind::kBlock}, .nesting = NestedFusion::kNever}});
    const GpuGroup& group = only_gpu_kernel(plan).group;
    ASSERT_TRUE(std::any_of(group.tiles.begin(), group.tiles.end(),
                            [](const GroupTile& tile) { return tile.halo.x_first > 0; }));
    EXPECT_EQ(find_flaw(plan), "");
}

TEST(GpuGroups, ARepeatedChainIsOneKernelAndARepeatAroundAClampIsNot) {
    GraphBuilder b("chain");
    Image in = b.input("input"), first, second, third;
    b.border({eRepeat, 0});
    functors::Mean(1)(in, first);
    functors::Mean(1)(first, second);
    functors::Mean(1)(second, third);
    b.output("output", third);
    EXPECT_EQ(forced(b.finish()).kernels.size(), 1u);

    GraphBuilder mixed("mixed");
    Image other = mixed.input("input"), one, two, three;
    mixed.border({eRepeat, 0});
    functors::Mean(1)(other, one);
    mixed.border({eClamp, 0});
    functors::Mean(1)(one, two);
    mixed.border({eRepeat, 0});
    functors::Mean(1)(two, three);
    mixed.output("output", three);
    const GpuPlan plan = forced(mixed.finish());
    EXPECT_EQ(plan.kernels.size(), 2u);
    EXPECT_NE(decisions_of(plan, "fuse", "mean").find("is repeated"), std::string::npos)
        << decisions_of(plan, "fuse", "");
}

TEST(GpuGroups, EveryStrategyGivesAWellFormedPlan) {
    const std::vector<std::string> targets = {"cc-1.0", "cc-1.3", "gtx-680", "sm_75", "h100"};
    const std::vector<FusionStrategy> strategies = {FusionStrategy::kMinCut, FusionStrategy::kDp,
                                                    FusionStrategy::kGreedy, FusionStrategy::kBasic,
                                                    FusionStrategy::kAuto};
    const std::vector<Rect> domains = {{0, 0, 1, 1}, {-3, 2, 70, 29}};
    for_effects({targets.size(), strategies.size(), domains.size()},
                [&](const Effect& effect, const Choice& chosen) {
                    GpuPlanning p;
                    p.target = targets[chosen[0]];
                    p.domain = domains[chosen[2]];
                    p.planes = p.domain.width() > 1 ? 5 : 3;  // many: tiles that may not fit
                    const GpuPlan plan = fused(effect.name, p, strategies[chosen[1]]);
                    EXPECT_EQ(find_flaw(plan), "") << effect.name << " on " << p.target << ", "
                                                   << name_of(strategies[chosen[1]]);
                });
}

TEST(GpuGroups, TheModelNeverRanksItsChoiceBelowAPapersPlan) {
    for (const char* effect : {"harris", "unsharp-halide", "night", "degrain", "unsharp-hipacc"}) {
        const GpuPlan plan = fused(effect, {}, FusionStrategy::kAuto);
        std::map<std::string, double> modelled;
        for (const Decision& d : plan.decisions) {
            const auto colon = d.text.find(": ");
            if (d.pass != "fuse" || d.text.find(" us by the model") == std::string::npos) continue;
            modelled[d.text.substr(0, colon)] = std::stod(d.text.substr(colon + 2));
        }
        ASSERT_EQ(modelled.size(), 6u) << effect;
        for (const auto& [name, time] : modelled)
            EXPECT_LE(modelled["auto"], time) << effect << name;
    }
}

GpuPlan forced_as(const Graph& graph, NestedFusion nesting) {
    GpuPlanning p;
    p.choices.nesting = nesting;
    return forced(graph, p);
}

/// Nested, derivatives are values of the squares' loop; else each has a loop and a tile, as two
/// squares read it. The corner's sums, which it alone reads at its element, are values in any case.
TEST(GpuGroups, WithoutNestingEveryResultThatIsReadHasATile) {
    const Graph harris = find_effect("harris")->build();
    const GpuPlan nested = forced_as(harris, NestedFusion::kAlways);
    const GpuPlan overlapping = forced_as(harris, NestedFusion::kNever);
    EXPECT_EQ(nested.kernels, forced(harris).kernels);
    const GpuGroup& group = only_gpu_kernel(overlapping).group;
    EXPECT_EQ(computed_tiles(only_gpu_kernel(nested).group), 3);
    EXPECT_EQ(computed_tiles(group), 5);
    for (const Id<GroupLoop> l : group.loops.ids())
        EXPECT_LE(group.loops[l].evaluations.size(), l.index() + 1 < group.loops.size() ? 1u : 4u);
    EXPECT_EQ(group.loops.back().evaluations.size(), 4u);
    EXPECT_EQ(find_flaw(overlapping), "");
    EXPECT_NE(decisions_of(overlapping, "fuse", "harris").find("not nested, as asked"),
              std::string::npos);
}

/// A sum costs an operation, and a filter that one stage reads at its element is trivial at any
/// cost: they are inlined before anything is nested.
TEST(GpuGroups, TrivialStagesStayInTheThreadInEitherForm) {
    GraphBuilder b("trivial");
    Image in = b.input("input"), blurred, again, twice, all;
    functors::Mean(1)(in, blurred);
    functors::Mean(2)(in, again);
    functors::Sum()(blurred, blurred, twice);
    functors::Sum()(twice, again, all);
    b.output("output", all);
    const GpuPlan plan = forced_as(b.finish(), NestedFusion::kNever);
    EXPECT_EQ(computed_tiles(only_gpu_kernel(plan).group), 1);  // the first mean's
}

int tiles_in_form(const Graph& graph, GroupForm form) {
    const GpuPlan apart = gpu_plan_of(graph);
    const Ids<GpuKernel> all = apart.kernels.ids();
    const GroupResult built = group_kernels(apart, {all.begin(), all.end()}, form);
    EXPECT_EQ(built.why_not, "");
    return built.kernel ? computed_tiles(built.kernel->group) : -1;
}

/// By listing 2 a stage is a value where one loop reads it, and has a tile where several do: in one
/// group some are the one and some the other.
TEST(GpuGroups, ListingTwoNestsStageByStage) {
    using enum GroupForm;
    GraphBuilder b("mixed");
    Image in = b.input("input"), shared, first, second, twice, down, across, sum, none, all;
    functors::Mean(1)(in, shared);
    functors::Mean(2)(in, twice);
    functors::Difference()(shared, shared, first);
    functors::Sum()(shared, in, second);
    functors::Mean(3)(first, down);
    functors::Mean(4)(second, across);
    functors::Sum()(down, across, sum);
    functors::Difference()(twice, twice, none);
    functors::Sum()(sum, none, all);
    b.output("output", all);
    const Graph mixed = b.finish();
    EXPECT_EQ(tiles_in_form(mixed, kOverlapping), 4);  // shared, first, second, twice
    EXPECT_EQ(tiles_in_form(mixed, kStageByStage), 3);
    EXPECT_EQ(tiles_in_form(find_effect("harris")->build(), kStageByStage), 5);
    EXPECT_EQ(tiles_in_form(find_effect("harris")->build(), kNested), 3);
}

TEST(GpuGroups, GreedyFollowsThePapersTriggerAndTheOthersNest) {
    EXPECT_EQ(nesting_of({.fusion = FusionStrategy::kGreedy}), NestedFusion::kAuto);
    for (const FusionStrategy fusion :
         {FusionStrategy::kMinCut, FusionStrategy::kDp, FusionStrategy::kAuto})
        EXPECT_EQ(nesting_of({.fusion = fusion}), NestedFusion::kAlways);
    GpuChoices asked{.fusion = FusionStrategy::kGreedy};
    asked.nesting = NestedFusion::kNever;
    EXPECT_EQ(nesting_of(asked), NestedFusion::kNever);
}

/// A picture that ends before its reader: beyond its domain a tile would hold what nobody asked
/// for.
TEST(GpuGroups, WhatIsReadAtTheElementBeyondItsDomainIsNotOneKernel) {
    GraphBuilder b("domains");
    Image small = b.input("small"), large = b.input("large"), blurred, both, again;
    functors::Mean(1)(small, blurred);
    functors::Sum()(blurred, large, both);
    functors::Mean(2)(both, again);
    b.output("output", again);
    const Graph graph = b.finish();
    const Rect domain{0, 0, 64, 64};
    GpuContext context{{graph, library(), {{domain, 1}, {{-8, -8, 72, 72}, 1}}, {domain}, {}, {}},
                       *find_gpu_target("h100")};
    context.choices.fusion = FusionStrategy::kNone;
    const Result<GpuPlan> apart = make_plan(context, {"transpose", "stage"});
    ASSERT_TRUE(apart);
    const Ids<GpuKernel> all = apart->kernels.ids();
    for (const GroupForm form : {GroupForm::kNested, GroupForm::kOverlapping})
        EXPECT_EQ(group_kernels(*apart, {all.begin(), all.end()}, form).why_not,
                  "mean1 is read beyond its domain");
}

/// A copy holds what is read and no more: of an input that is read ahead alone, what lies at the
/// element need not be there.
TEST(GpuGroups, ACopyHoldsWhatIsReadAlone) {
    GraphBuilder b("ahead");
    Image in = b.input("input"), ahead, brighter;
    functors::SparseConvolution(OffsetList({{1, 0}, {3, 0}}))(in, ahead);
    functors::Sum()(ahead, ahead, brighter);
    b.output("output", brighter);
    const GpuPlan plan = forced(b.finish());
    GpuKernel kernel = only_gpu_kernel(plan);
    ASSERT_EQ(kernel.inputs.size(), 1u);
    const Id<GpuInput> input(0);
    if (!kernel.group.loops.front().copies) kernel = with_copied_input(plan, kernel, input);
    ASSERT_EQ(kernel.group.loops.front().copies, input);
    EXPECT_EQ(kernel.group.loops.front().halo, (Window{1, 3, 0, 0}));
}

/// Three filters that read ahead: for the element itself, which no halo leaves out, the last of the
/// chain would read what nobody needs of the input, and what is not there.
TEST(GpuGroups, WhatWouldReadMoreThanThereIsIsNotOneKernel) {
    GraphBuilder b("ahead");
    Image image = b.input("input");
    for (int i = 0; i < 3; ++i) {
        Image next;
        functors::SparseConvolution(OffsetList({{0, 1}, {0, 3}}))(image, next);
        image = next;
    }
    b.output("output", image);
    const GpuPlan plan = forced(b.finish());
    EXPECT_GT(plan.kernels.size(), 1u);
    EXPECT_NE(decisions_of(plan, "fuse", "").find("it would read more of input than there is"),
              std::string::npos);
}

/// What lies between two levels of a pyramid: where the level below is no part of the group it is
/// read of memory, at half the element's place, and neither reach nor tiles of the group have to do
/// with it.
TEST(GpuGroups, FarReadsOfOthersAreOfMemory) {
    GraphBuilder b("detail");
    Image in = b.input("input"), half, again, lost, smooth;
    functors::Halve{eHorizontal}(in, half);
    functors::Double{eHorizontal}(half, in, again);
    functors::Difference()(in, again, lost);
    functors::Mean(2)(lost, smooth);
    b.output("output", smooth);
    const Graph graph = b.finish();
    GpuPlanning p;
    p.choices.groups = {numbered_stages({1, 2, 3})};
    const GpuPlan plan = gpu_plan_of(graph, p);
    ASSERT_EQ(plan.kernels.size(), 2u);
    const GpuKernel& kernel = kernel_of(plan, "mean1");
    EXPECT_EQ(kernel.stages, numbered_stages({1, 2, 3}));
    EXPECT_EQ(kernel.group.levels.front().reach, (Window{-2, 2, -1, 1}));
    EXPECT_EQ(find_flaw(plan), "");

    EXPECT_EQ(kernel.group.levels.size(), 1u);
}

/// Registers are those of the form that is launched, which dp gives to warps.
TEST(GpuGroups, DpTakesTheRegistersOfWarps) {
    GpuPlanning p;
    p.choices.tile = {TileKind::kWarp};
    const GpuPlan estimated = fused("harris", p, FusionStrategy::kDp);
    for (const GpuKernel& kernel : estimated.kernels) p.compiled[form_of(kernel)] = {57};
    const GpuPlan plan = fused("harris", p, FusionStrategy::kDp);
    ASSERT_FALSE(plan.kernels.empty());
    for (const GpuKernel& kernel : plan.kernels) {
        if (kernel.kind != GpuKernelKind::kGroup) continue;
        EXPECT_EQ(kernel.group.kind, TileKind::kWarp);
        EXPECT_TRUE(kernel.compiled);
        EXPECT_EQ(kernel.registers, 57);
    }
}

TEST(GpuGroups, TheSamePlanTwice) {
    for (const char* effect : {"harris", "degrain"})
        EXPECT_EQ(fused(effect, {}, FusionStrategy::kAuto),
                  fused(effect, {}, FusionStrategy::kAuto));
}

GpuPlan forced_tiles(const char* effect, const TileChoice& tile, GpuPlanning p = {}) {
    p.choices.tile = tile;
    return forced(find_effect(effect)->build(), p);
}

TEST(GpuTiles, LieInRegistersWhereAskedFor) {
    for (const int tenths : {0, 5, 10})
        for (const Axis axis : {eHorizontal, eVertical}) {
            const GpuPlan plan = forced_tiles("harris", {TileKind::kHybrid, tenths, axis});
            EXPECT_EQ(find_flaw(plan), "");
            const GpuGroup& group = only_gpu_kernel(plan).group;
            ASSERT_EQ(group.kind, TileKind::kHybrid) << tenths;
            EXPECT_EQ(group.split.along_u, axis == eHorizontal);
            EXPECT_EQ(group.split.parallelograms - group.split.shared_parallelograms,
                      group.split.parallelograms * tenths / 10);
        }
    const GpuPlan plan = forced_tiles("harris", {TileKind::kStream});
    EXPECT_EQ(find_flaw(plan), "");
    const GpuKernel& kernel = only_gpu_kernel(plan);
    ASSERT_EQ(kernel.group.kind, TileKind::kStream);
    // A halo of 2 of the input, 1 of the products: margins of whole lanes on both sides.
    const GroupStrip& strip = kernel.group.strip;
    const int margin = (2 + strip.columns - 1) / strip.columns * strip.columns;
    EXPECT_EQ(strip.margin, margin);
    EXPECT_EQ(kernel.group.tile_u, 32 * strip.columns - 2 * margin);
    for (const GroupPart& part : kernel.group.parts) EXPECT_EQ(part.rows, 3);
    EXPECT_EQ(strip.period, 3);
}

TEST(GpuTiles, SayWhyTheyDoNot) {
    const GpuPlan old = forced_tiles("harris", {TileKind::kHybrid}, {.target = "gtx-680"});
    EXPECT_EQ(old.kernels.front().group.kind, TileKind::kWarp);  // of 63 registers a thread
    EXPECT_THAT(decisions_of(old, "shape", "hc"),
                testing::HasSubstr("no such tile fits a thread's registers"));
    const GpuPlan older = forced_tiles("sobel", {TileKind::kHybrid}, {.target = "cc-1.3"});
    for (const GpuKernel& kernel : older.kernels) {
        if (kernel.kind != GpuKernelKind::kGroup) continue;
        EXPECT_EQ(kernel.group.kind, TileKind::kWarp);
        EXPECT_THAT(decisions_of(older, "shape", kernel.name),
                    testing::HasSubstr("no hybrid tiles: the device has no shuffles"));
    }
    GraphBuilder b("wide");
    Image in = b.input("input"), first, second;
    functors::Mean(1)(in, first);
    functors::Mean(5, 5)(first, second);
    b.output("output", second);
    GpuPlanning p;
    p.choices.tile.kind = TileKind::kHybrid;
    const GpuPlan wide = forced(b.finish(), p);
    EXPECT_EQ(wide.kernels.front().group.kind, TileKind::kWarp);
    EXPECT_THAT(decisions_of(wide, "shape", "mean2"),
                testing::HasSubstr("reads 121 values around an element"));
}

/// A fraction that is asked for gives no thread more values than it can hold.
TEST(GpuTiles, OfDpStayInSharedMemoryWhereWindowsAreWide) {
    GpuPlanning p{.planes = 1};
    p.choices = {.fusion = FusionStrategy::kDp,
                 .tile = {TileKind::kHybrid, 10, {}},
                 .groups = {numbered_stages({0, 1})}};
    GraphBuilder b("pair");
    Image in = b.input("input"), first, second;
    functors::Mean(1)(in, first);
    functors::Mean(4, 4)(first, second);
    b.output("output", second);
    const GpuPlan plan = gpu_plan_of(b.finish(), p);
    ASSERT_EQ(plan.kernels.size(), 1u);
    EXPECT_EQ(plan.kernels.front().group.kind, TileKind::kWarp);
    const Graph graph;
    const Library library;
    GpuContext context{{graph, library, {}, {}, {}, {}}, plan.target};
    context.choices = p.choices;
    const WarpTilingChoice choice =
        cheapest_warp_shape(plan, context, plan.kernels.front(), p.choices.tile);
    EXPECT_EQ(choice.config.tenths_in_registers, 0);
}

GpuPlan fused_by_dp(const char* effect, const TileChoice& tile) {
    GpuPlanning p{.target = "gtx-1080-ti"};
    p.choices.tile = tile;
    return fused(effect, p, FusionStrategy::kDp);
}

/// The products of harris are one operation each: inlined into the sums that read them they leave
/// nothing between the derivatives and the corners that costs less as a kernel of its own.
TEST(GpuGroups, GreedyInlinesTrivialStagesFirst) {
    const GpuPlan plan =
        fused("harris", {.target = "rtx-2080", .domain = {0, 0, 1536, 2560}, .planes = 1},
              FusionStrategy::kGreedy);
    EXPECT_EQ(plan.kernels.size(), 1u) << decisions_of(plan, "fuse", "");
    const std::string merges = decisions_of(plan, "fuse", "");
    EXPECT_THAT(merges, testing::HasSubstr("merged"));
    for (const char* product : {"sx -> ", "sy -> ", "sxy -> "})
        EXPECT_THAT(merges, testing::Not(testing::HasSubstr(product)));
}

/// Algorithm 2 asks for a tile, a block, a split and a fraction; what it asks for is what there is,
/// where its kinds of tiles are asked for. (Of larger programs the device cannot have all of it:
/// registers of a body are more than the sum that the algorithm takes.)
TEST(GpuTiles, OfDpAreAlgorithmTwosWhereAskedFor) {
    for (const auto& [effect, kind] :
         {std::pair{"harris", TileKind::kWarp}, {"blur-3x3", TileKind::kHybrid}}) {
        const GpuPlan plan = fused_by_dp(effect, {kind});
        EXPECT_EQ(find_flaw(plan), "");
        const GpuKernel& kernel = only_gpu_kernel(plan);
        EXPECT_EQ(kernel.group.kind, kind);
        const Graph graph;
        const Library library;
        const GpuContext context{{graph, library, {}, {}, {}, {}}, plan.target};
        const WarpTilingConfig asked = cheapest_warp_shape(plan, context, kernel, {kind}).config;
        GroupShape shape = shape_of(kernel, asked, plan.target.warp_size);
        shape.piece_u = shape_of(kernel).piece_u;
        shape.piece_v = shape_of(kernel).piece_v;
        EXPECT_EQ(shape_of(kernel), shape) << effect;
    }
}

/// With no kind asked for, dp of the paper's programs is never above the unfused plan by the model
/// of time, nor more than a tenth above auto. (Of the two pyramids that takes long to plan.)
TEST(GpuTiles, OfDpAreTheFasterOnes) {
    for (const char* target : {"gtx-1080-ti", "v100"})
        for (const char* effect :
             {"harris-polymage", "unsharp-halide", "bilateral-grid-polymage", "camera-pipe"}) {
            const auto seconds = [&](FusionStrategy fusion) {
                return modelled_seconds(fused(effect, {.target = target}, fusion));
            };
            const double dp = seconds(FusionStrategy::kDp);
            EXPECT_LE(dp, seconds(FusionStrategy::kNone)) << effect << " on " << target;
            EXPECT_LE(dp, 1.1 * seconds(FusionStrategy::kAuto)) << effect << " on " << target;
        }
}

}  // namespace
}  // namespace weft::test

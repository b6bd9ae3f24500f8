// Paper: gpu-autoscheduler, figures 2 to 4 as plans: K, H, W and Z as one kernel, nested and not.
#include <gtest/gtest.h>

#include "differential/compiler_fixture.h"
#include "effects/builtin.h"
#include "engine/differential.h"
#include "functors/khwz_stages.h"
#include "graph/image.h"
#include "neighbourhood/separable_convolution.h"
#include "passes/gpu/fusion/group_shape.h"
#include "passes/pipeline.h"
#include "planning.h"
#include "point/gain.h"

namespace weft::functors {
const FunctorModule* khwz_module();
}

namespace weft::test {
namespace {

enum Stages { kK, kH, kW, kZ };

/// H = 4 E; Z = W(y - 2) + ... + W(y + 2).
Graph khwz() {
    GraphBuilder build("khwz");
    const Image e = build.input("E");
    Image k, h, w, z;
    build.name_next("K");
    khwz::SumAhead()(e, k);
    build.name_next("H");
    functors::Gain(4.0f)(e, h);
    build.name_next("W");
    khwz::SumPlanes()(k, h, w);
    build.name_next("Z");
    functors::SeparableConvolution(eVertical, {5, {1, 1, 1, 1, 1}})(w, z);
    build.output("Z", z);
    return build.finish();
}

Library functors_of_the_paper() {
    Library library = builtin_library();
    const Status added = library.add(*functors::khwz_module());
    if (!added) throw std::runtime_error(added.error().message);
    return library;
}

StageGroups all_stages() { return {{Id<Stage>(kK), Id<Stage>(kH), Id<Stage>(kW), Id<Stage>(kZ)}}; }

struct Picture {
    const char* target = "rtx-2080-ti";
    Rect domain = {0, 0, 1536, 2560};
    int planes = 3;
    std::size_t shared_bytes = 64u << 10;
};

/// All stages forced into one kernel, of the paper's picture on its GPU where nothing else is said.
GpuPlan one_kernel(NestedFusion nesting, const Picture& picture = {},
                   FusionStrategy fusion = FusionStrategy::kAuto) {
    const Graph graph = khwz();
    const Library library = functors_of_the_paper();
    GpuContext context{{graph, library, {{picture.domain, picture.planes}}, {}, {}, {}},
                       *find_gpu_target(picture.target)};
    context.target.max_shared_per_block = picture.shared_bytes;
    context.choices.groups = all_stages();
    context.choices.nesting = nesting;
    context.choices.fusion = fusion;
    Result<GpuPlan> plan = make_plan(context, {});
    if (plan) return *std::move(plan);
    ADD_FAILURE() << plan.error().message;
    return {};
}

/// The stage of which a tile of the group holds the result.
Id<Stage> maker_of(const GpuPlan& plan, Id<GroupTile> tile) {
    const GroupTile& t = plan.kernels.front().group.tiles[tile];
    return plan.images[t.image].producer().value();
}

/// Names of the stages that have tiles of their own, in the order of their loops.
std::vector<std::string> tiled(const GpuPlan& plan) {
    std::vector<std::string> names;
    for (const GroupLoop& loop : plan.kernels.front().group.loops)
        for (const Id<GroupTile> t : loop.tiles)
            if (!loop.copies) names.push_back(plan.stages[maker_of(plan, t)].name);
    return names;
}

/// How a stage of the group reads its input.
GroupRead read_of(const GpuPlan& plan, int stage, int input) {
    for (const GroupLoop& loop : plan.kernels.front().group.loops)
        for (const GroupEvaluation& e : loop.evaluations)
            if (e.stage == Id<Stage>(stage)) return e.reads[Id<StageInput>(input)];
    ADD_FAILURE() << "stage " << stage << " is not evaluated";
    return {};
}

/// Bytes of the tiles that the group computes, for a tile of 32 x 12.
std::size_t bytes_of(const GpuGroup& group, const GpuPlan& plan) {
    std::size_t bytes = 0;
    for (const GroupTile& tile : group.tiles)
        if (plan.images[tile.image].producer())
            bytes += sizeof(float) * static_cast<std::size_t>(tile.planes) *
                     static_cast<std::size_t>(32 + tile.halo.x_last - tile.halo.x_first) *
                     static_cast<std::size_t>(12 + tile.halo.y_last - tile.halo.y_first);
    return bytes;
}

/// Figure 4: K within W's threads, W alone in shared memory, 2048 bytes of it.
TEST(AutoschedulerFigure4, NestedKIsAValueOfWsThreads) {
    const GpuPlan plan = one_kernel(NestedFusion::kAlways);
    ASSERT_EQ(plan.kernels.size(), 1u);
    EXPECT_EQ(tiled(plan), std::vector<std::string>{"W"});
    EXPECT_TRUE(std::holds_alternative<FromValue>(read_of(plan, kW, 0)));
    EXPECT_EQ(bytes_of(plan.kernels.front().group, plan), 2048u);
}

/// Figure 3: K and W in shared memory. H, of one operation, is inlined first (section 4.1).
TEST(AutoschedulerFigure3, OverlappedKHasATileOfItsOwn) {
    const GpuPlan plan = one_kernel(NestedFusion::kNever);
    ASSERT_EQ(plan.kernels.size(), 1u);
    EXPECT_EQ(tiled(plan), (std::vector<std::string>{"K", "W"}));
    EXPECT_TRUE(std::holds_alternative<FromTile>(read_of(plan, kW, 0)));
    EXPECT_TRUE(std::holds_alternative<FromValue>(read_of(plan, kW, 1)));
    EXPECT_EQ(bytes_of(plan.kernels.front().group, plan), 8192u);
}

std::string reason(const GpuPlan& plan) {
    std::string text;
    for (const Decision& d : plan.decisions)
        if (d.pass == "fuse" && d.text.find("nested") != std::string::npos) text += d.text + "\n";
    return text;
}

/// The authors' trigger leaves K where it is ; only force nests it.
TEST(AutoschedulerTrigger, LeavesTheExampleAlone) {
    const GpuPlan plan = one_kernel(NestedFusion::kAuto);
    EXPECT_EQ(tiled(plan), (std::vector<std::string>{"K", "W"}));
    EXPECT_NE(reason(plan).find("not nested: without nesting the paper's tile takes"),
              std::string::npos)
        << reason(plan);
}

/// Sixteen planes of K leave few warps on a multiprocessor, whatever the tile.
TEST(AutoschedulerTrigger, NestsWhatTakesTooMuch) {
    EXPECT_EQ(tiled(one_kernel(NestedFusion::kNever, {.planes = 16})),
              (std::vector<std::string>{"K", "W"}));
    const GpuPlan plan = one_kernel(NestedFusion::kAuto, {.planes = 16});
    EXPECT_EQ(tiled(plan), std::vector<std::string>{"W"});
    EXPECT_NE(reason(plan).find("% occupancy, beyond"), std::string::npos) << reason(plan);
}

/// Where no tile of K fits the device there is nothing but nesting.
TEST(AutoschedulerTrigger, NestsWhatDoesNotFit) {
    const GpuPlan plan = one_kernel(NestedFusion::kAuto, {.shared_bytes = 2048});
    ASSERT_EQ(plan.kernels.size(), 1u);
    EXPECT_EQ(tiled(plan), std::vector<std::string>{"W"});
    EXPECT_NE(reason(plan).find("do not fit"), std::string::npos) << reason(plan);
}

/// A picture on which a device of few multiprocessors has work for all of them.
constexpr Picture kSmall{.target = "gtx-680", .domain = {-3, 5, 148, 116}};

/// The tile is chosen for the group without nesting and stays. A block has threads for all rows of
/// W, of which Z's tile reads two more on either side.
TEST(AutoschedulerListing1, HasOneTileNestedOrNot) {
    for (const Picture& picture : {Picture{}, kSmall}) {
        const auto shape = [&](NestedFusion nesting) {
            const GpuPlan plan = one_kernel(nesting, picture, FusionStrategy::kGreedy);
            return shape_of(plan.kernels.front());
        };
        const GroupShape nested = shape(NestedFusion::kAlways);
        EXPECT_EQ(nested, shape(NestedFusion::kNever));
        EXPECT_EQ(nested.kind, TileKind::kBlock);
        EXPECT_EQ(nested.block_u, nested.tile_u);
        EXPECT_EQ(nested.block_v, nested.tile_v + 4);
    }
}

class Exact : public testing::TestWithParam<NestedFusion> {};

TEST_P(Exact, ForcedEitherWayAgreesWithTheReference) {
    const Library library = functors_of_the_paper();
    for (const BorderMode mode : {eClamp, eMirror, eRepeat, eConstant})
        for (const TileKind team : {TileKind::kBlock, TileKind::kWarp})
            for (const Rect& domain : {Rect{0, 0, 1, 1}, Rect{-3, 5, 66, 38}}) {
                DifferentialCase c;
                c.device = "simt";
                c.target = "sm_75";
                c.domain = domain;
                c.border = {mode, 0.25f};
                c.gpu.groups = all_stages();
                c.gpu.nesting = GetParam();
                c.gpu.tile.kind = team;
                const auto outcome = compare_devices(khwz(), library, c, {}, shared_compiler());
                ASSERT_TRUE(outcome) << to_string(c) << ": " << outcome.error().message;
                EXPECT_TRUE(outcome->agrees) << to_string(c) << ": " << outcome->difference;
            }
}

/// Tiles by listing 1 are no multiples of their blocks, which have threads for the halo as well.
TEST_P(Exact, UnderTheTileOfListing1AgreesWithTheReference) {
    const Library library = functors_of_the_paper();
    for (const auto& [mode, borders] : {std::pair{eClamp, BorderScheme::kBody},
                                        {eMirror, BorderScheme::kNine},
                                        {eRepeat, BorderScheme::kWarp},
                                        {eConstant, BorderScheme::kNaive}}) {
        DifferentialCase c;
        c.device = "simt";
        c.target = kSmall.target;
        c.domain = kSmall.domain;
        c.border = {mode, 0.25f};
        c.gpu.groups = all_stages();
        c.gpu.fusion = FusionStrategy::kGreedy;
        c.gpu.nesting = GetParam();
        c.gpu.borders = borders;
        const auto outcome = compare_devices(khwz(), library, c, {}, shared_compiler());
        ASSERT_TRUE(outcome) << to_string(c) << ": " << outcome.error().message;
        EXPECT_TRUE(outcome->agrees) << to_string(c) << ": " << outcome->difference;
    }
}

/// Section 4.1: what is inlined into two kernels is computed in each, whatever the border and the
/// tiles.
TEST(AutoschedulerInlining, OfAStageIntoTwoKernelsAgreesWithTheReference) {
    GraphBuilder build("two");
    Image in = build.input("input"), gained, across, down;
    functors::Gain(2.0f)(in, gained);
    functors::SeparableConvolution(eHorizontal, {3, {1, 2, 3}})(gained, across);
    functors::SeparableConvolution(eVertical, {5, {1, 1, 2, 1, 1}})(gained, down);
    build.output("across", across);
    build.output("down", down);
    const Graph graph = build.finish();
    const Library library = functors_of_the_paper();
    for (const BorderMode mode : {eClamp, eMirror, eRepeat, eConstant})
        for (const TileKind kind : {TileKind::kBlock, TileKind::kHybrid}) {
            DifferentialCase c;
            c.device = "simt";
            c.target = "sm_75";
            c.domain = {-3, 5, 66, 38};
            c.border = {mode, 0.25f};
            c.gpu.groups = {{Id<Stage>(0), Id<Stage>(1)}, {Id<Stage>(0), Id<Stage>(2)}};
            c.gpu.tile.kind = kind;
            const auto outcome = compare_devices(graph, library, c, {}, shared_compiler());
            ASSERT_TRUE(outcome) << to_string(c) << ": " << outcome.error().message;
            EXPECT_TRUE(outcome->agrees) << to_string(c) << ": " << outcome->difference;
        }
}

INSTANTIATE_TEST_SUITE_P(Nesting, Exact,
                         testing::Values(NestedFusion::kNever, NestedFusion::kAlways,
                                         NestedFusion::kStages),
                         [](const testing::TestParamInfo<NestedFusion>& info) {
                             return std::string(name_of(info.param));
                         });

}  // namespace
}  // namespace weft::test

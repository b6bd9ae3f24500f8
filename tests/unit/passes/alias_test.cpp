// Pictures in an output's memory: where their rows are read before the output's are written.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "neighbourhood/gaussian.h"
#include "plan/intermediate_bytes.h"
#include "planning.h"
#include "point/sum.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

int lent(const CpuPlan& plan) {
    int count = 0;
    for (const Id<PlanImage> i : plan.images.ids())
        if (const KeptInBuffer* place = kept(plan, i)) count += place->output.has_value();
    return count;
}

TEST(Alias, ABlurByRecurrencesKeepsNothingOfItsOwn) {
    Graph graph = find_effect("recursive-gaussian")->build();
    ASSERT_TRUE(set_parameter(graph, library(), "mix", "0.5"));
    for (const bool planar : {true, false}) {
        const CpuPlan plan =
            plan_of(graph, {.planar_inputs = {planar}, .planar_outputs = {planar}});
        EXPECT_EQ(output_lent(plan, "sum1.Output"), Id<GraphOutput>(0));
        EXPECT_EQ(lent(plan), 1);
        EXPECT_EQ(intermediate_bytes(plan), 0u);
        EXPECT_EQ(plan.buffers.size(), 1u) << "for outputs that hold no floats";
        EXPECT_THAT(decision(plan, "alias", "sum1.Output"),
                    HasSubstr("lies in the memory of output"));
    }
    EXPECT_GT(intermediate_bytes(plan_of(graph, {.disabled = {"alias"}})), 0u);
}

TEST(Alias, TasksReadNothingBesideTheirOwnTile) {
    const Graph graph = find_effect("recursive-gaussian")->build();
    EXPECT_EQ(lent(plan_of(graph, {.block_width = 32})), 0) << "each block reads whole rows";
}

TEST(Alias, APartOfTheOutputHasNoRoom) {
    const Graph graph = find_effect("recursive-gaussian")->build();
    EXPECT_EQ(lent(plan_of(graph, {.regions = {{0, 0, 64, 20}}})), 1) << "rows are whole";
    EXPECT_EQ(lent(plan_of(graph, {.regions = {{0, 0, 40, 48}}})), 0);
}

/// What is read above and below would be overwritten before.
TEST(Alias, NeighbouringRowsAreKept) {
    GraphBuilder build("rows");
    Image input = build.input("input"), first, output;
    build.border({eRepeat, 0});  // which needs whole pictures
    functors::Gaussian blur(eVertical, 1.0f, 1);
    blur(input, first);
    blur(first, output);
    build.output("output", output);
    const CpuPlan plan = plan_of(build.finish());
    EXPECT_EQ(plan.kernels.size(), 2u);
    EXPECT_EQ(lent(plan), 0);
}

}  // namespace
}  // namespace weft::test

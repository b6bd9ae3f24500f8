// The verifier of plans: after every pass all effects' plans keep its rules, and each rule can
// fail.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "effect_names.h"
#include "gpu_planning.h"
#include "passes/pipeline.h"
#include "plan/verify.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

class VerifiedPasses : public testing::TestWithParam<std::string> {};

TEST_P(VerifiedPasses, KeepTheRulesOfTheirPhases) {
    const Graph graph = find_effect(GetParam())->build();
    for (const Pass& pass : cpu_passes())
        EXPECT_EQ(find_flaw(plan_up_to(pass.name, graph), pass.leaves), "") << pass.name;
}

INSTANTIATE_TEST_SUITE_P(BuiltIn, VerifiedPasses, testing::ValuesIn(effect_names()), test_name);

/// The flaw of a plan that `damage` was done to; it has none before.
template <class P, class Damage>
std::string flaw_after(P plan, const Damage& damage) {
    EXPECT_EQ(find_flaw(plan), "");
    damage(plan);
    return find_flaw(plan);
}

CpuPlan chain() { return plan_of(find_effect("unsharp-halide")->build(), {.disabled = {"fuse"}}); }
CpuPlan fused() { return plan_of(find_effect("degrain")->build()); }

/// Where those pictures are that are kept.
std::vector<KeptInBuffer*> places(CpuPlan& plan) {
    std::vector<KeptInBuffer*> all;
    for (CpuStorage& storage : plan.storage)
        if (auto* place = std::get_if<KeptInBuffer>(&storage)) all.push_back(place);
    return all;
}

TEST(VerifyPlan, StagesComeAfterWhatTheyRead) {
    EXPECT_THAT(
        flaw_after(fused(),
                   [](CpuPlan& p) { p.stages.front().inputs.front().image = p.outputs.front(); }),
        HasSubstr("which a later stage makes"));
    EXPECT_THAT(
        flaw_after(fused(), [](CpuPlan& p) { p.images[p.outputs.front()].graph_outputs.clear(); }),
        HasSubstr("does not know which outputs it is"));
    EXPECT_THAT(
        flaw_after(fused(), [](CpuPlan& p) { p.images[p.outputs.front()].region = {-1, 0, 5, 5}; }),
        HasSubstr("beyond its domain"));
}

TEST(VerifyPlan, KernelsComputeEveryStageOnceAndInOrder) {
    EXPECT_THAT(flaw_after(chain(), [](CpuPlan& p) { p.kernels[Id<Kernel>(1)].stages.clear(); }),
                HasSubstr("is not computed once"));
    EXPECT_THAT(
        flaw_after(chain(),
                   [](CpuPlan& p) { std::swap(p.kernels.front(), p.kernels[Id<Kernel>(1)]); }),
        HasSubstr("before it is made"));
    EXPECT_THAT(flaw_after(chain(),
                           [](CpuPlan& p) {
                               for (CpuStorage& storage : p.storage) storage = NotKept{};
                           }),
                HasSubstr("which is not materialised"));
}

TEST(VerifyPlan, LoopsReadWhatEarlierOnesFill) {
    EXPECT_THAT(flaw_after(fused(),
                           [](CpuPlan& p) {
                               Id<Loop>& loop = p.kernels.front().line_buffers.front().loop;
                               loop = Id<Loop>(loop.number() + 1);
                           }),
                HasSubstr("is filled by loop"));
    EXPECT_THAT(
        flaw_after(fused(), [](CpuPlan& p) { p.kernels.front().line_buffers.front().depth = 0; }),
        HasSubstr("has no rows"));
    EXPECT_THAT(
        flaw_after(fused(), [](CpuPlan& p) { ++p.kernels.front().loops.back().read_slots; }),
        HasSubstr("read slots"));
    EXPECT_THAT(flaw_after(fused(), [](CpuPlan& p) { p.kernels.front().outputs.clear(); }),
                HasSubstr("what is no output"));
}

TEST(VerifyPlan, TilesCoverTheRegion) {
    EXPECT_THAT(flaw_after(fused(), [](CpuPlan& p) { p.kernels.front().region.x1 -= 1; }),
                HasSubstr("tiles do not reach all of"));
}

TEST(VerifyPlan, PicturesThatAreAliveHaveBuffersOfTheirOwn) {
    EXPECT_THAT(flaw_after(chain(),
                           [](CpuPlan& p) {
                               for (KeptInBuffer* place : places(p)) place->buffer = {};
                           }),
                HasSubstr("has no buffer"));
    EXPECT_THAT(flaw_after(chain(),
                           [](CpuPlan& p) {
                               for (KeptInBuffer* place : places(p)) place->buffer = Id<Buffer>(0);
                           }),
                HasSubstr("are in one buffer at a time"));
}

TEST(VerifyPlan, GpuPicturesDoNotOverlap) {
    const GpuPlan plan = gpu_plan_of(find_effect("unsharp-halide")->build());
    EXPECT_THAT(flaw_after(plan,
                           [](GpuPlan& p) {
                               for (GpuStorage& storage : p.storage) storage.arena_offset = 0;
                           }),
                HasSubstr("overlaps"));
    EXPECT_THAT(flaw_after(plan, [](GpuPlan& p) { p.kernels.front().shape.grid_u = 1; }),
                HasSubstr("elements that no"));
}

TEST(VerifyPlan, APassThatBreaksARuleIsNamed) {
    const Graph graph = find_effect("sobel")->build();
    const Pass pass{"forget outputs", "", true, PlanPhase::kBound};
    const std::vector<PassToRun<CpuPlan>> list{
        {&pass, false, [](CpuPlan plan, Decisions&) {
             plan.images[plan.outputs.front()].graph_outputs.clear();
             return plan;
         }}};
    CpuContext context = context_of(graph);
    context.verify = true;
    const auto refused = run_passes(plan_up_to("cull", graph), list, {}, context, {});
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message, HasSubstr("'forget outputs' left a plan of 'sobel'"));
    context.verify = false;
    EXPECT_TRUE(run_passes(plan_up_to("cull", graph), list, {}, context, {}));
}

}  // namespace
}  // namespace weft::test

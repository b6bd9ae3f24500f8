// The list of passes: names, what may be turned off, lanes and stores, equal plans for equal
// questions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "neighbourhood/gaussian.h"
#include "passes/pipeline.h"
#include "plan/verify.h"
#include "planning.h"
#include "point/soft_threshold.h"

namespace weft::test {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string refusal_to_disable(const std::vector<std::string>& disabled) {
    const Graph graph = find_effect("unsharp-halide")->build();
    const Result<CpuPlan> plan = make_plan(context_of(graph), disabled);
    if (plan) return {};
    EXPECT_EQ(plan.error().kind, ErrorKind::kUsage);
    return plan.error().message;
}

TEST(Pipeline, PassesAreNamedOnceAndSayWhatTheyDo) {
    std::set<std::string> names;
    for (const auto& pass : cpu_passes()) {
        EXPECT_TRUE(names.insert(pass.name).second) << pass.name;
        EXPECT_GT(std::string(pass.summary).size(), 10u) << pass.name;
        EXPECT_NE(pass.run, nullptr);
        EXPECT_EQ(pass.off == nullptr, pass.required) << pass.name;
    }
}

TEST(Pipeline, RefusesPassesThatItCannotTurnOff) {
    EXPECT_THAT(refusal_to_disable({"fusion"}),
                AllOf(HasSubstr("unknown pass 'fusion'"), HasSubstr("fuse"), HasSubstr("or all")));
    for (const Pass& pass : cpu_passes()) {
        if (!pass.required) {
            EXPECT_EQ(refusal_to_disable({pass.name}), "");
            continue;
        }
        EXPECT_THAT(refusal_to_disable({"fuse", pass.name}),
                    AllOf(HasSubstr("pass '" + std::string(pass.name) + "' cannot be turned off"),
                          HasSubstr("nest"), Not(HasSubstr(" " + std::string(pass.name) + ","))));
    }
    EXPECT_EQ(refusal_to_disable({"all"}), "");
}

/// Without any pass plans are plain: a loop, a kernel and a buffer for each stage, scalar.
TEST(Pipeline, AllMayBeTurnedOff) {
    const Graph graph = find_effect("degrain")->build();
    const CpuPlan plan = plan_of(graph, {.disabled = {"all"}});
    EXPECT_EQ(plan.kernels.size(), graph.nodes.size());
    EXPECT_EQ(plan.buffers.size(), plan.images.size() - 2)
        << "one for every picture but the input and the output";
    EXPECT_EQ(find_flaw(plan), "");
    for (const Kernel& kernel : plan.kernels)
        for (const Loop& loop : kernel.loops) EXPECT_EQ(loop.width, 1);
}

TEST(Pipeline, DecisionsAreInTheOrderOfPasses) {
    const CpuPlan plan = plan_of(find_effect("diffusion")->build());
    std::size_t at = 0;
    for (const Decision& d : plan.decisions) {
        while (at < cpu_passes().size() && d.pass != cpu_passes()[at].name) ++at;
        ASSERT_LT(at, cpu_passes().size()) << d.pass << " out of order";
        EXPECT_FALSE(d.text.empty());
    }
}

TEST(Pipeline, EqualQuestionsHaveEqualPlans) {
    const std::uint64_t seed = run_seed();
    for (std::uint64_t i = 0; i < 50; ++i) {
        const RandomPlanning random = random_planning(seed + i);
        EXPECT_EQ(plan_of(random.graph, random.planning), plan_of(random.graph, random.planning))
            << random.description;
    }
}

TEST(Vectorise, LoopsAreAsWideAsTheMachine) {
    for (int lanes : {4, 8, 16}) {
        Planning p;
        p.target.vector_width = lanes;
        for (const Kernel& kernel : plan_of(find_effect("diffusion")->build(), p).kernels)
            for (const Loop& loop : kernel.loops)
                if (!loop.stages.empty()) {
                    EXPECT_EQ(loop.width, lanes);
                }
    }
}

/// Non-temporal stores only where outputs are larger than half of the last cache.
TEST(Stream, LargeOutputsGoAroundTheCaches) {
    GraphBuilder build("shrink");
    Image input = build.input("input"), output;
    build.name_next("shrink");
    functors::SoftThreshold shrink;
    shrink(input, output);
    build.output("output", output);
    const Graph graph = build.finish();
    Planning p{.domain = {0, 0, 64, 64}, .planes = 1};  // 16 KB
    const auto non_temporal = [&](std::size_t cache) {
        p.target.llc_bytes = cache;
        return loop_of(plan_of(graph, p), "shrink").writes.at(0).non_temporal;
    };
    EXPECT_TRUE(non_temporal((32u << 10) - 2));
    EXPECT_FALSE(non_temporal(32u << 10));
    p.disabled = {"stream"};
    EXPECT_FALSE(non_temporal(1u << 10));
}

/// Rows that are moved are not compiled: they go around the caches in kernels for any size too.
TEST(Stream, HostsPicturesGoAroundTheCachesFromKernelsForAnySize) {
    const Graph graph = find_effect("unsharp-halide")->build();
    Planning p{.planar_inputs = {false}, .planar_outputs = {false}};
    p.target.llc_bytes = 1;
    for (const bool any_size : {false, true}) {
        CpuContext context = context_of(graph, p);
        context.any_size = any_size;
        int compiled = 0, moved = 0;
        const Result<CpuPlan> plan = make_cpu_plan(context);
        ASSERT_TRUE(plan);
        for (const Kernel& kernel : plan->kernels)
            for (const Loop& loop : kernel.loops)
                for (const Write& write : loop.writes)
                    (loop.kind == LoopKind::kStore ? moved : compiled) += write.non_temporal;
        EXPECT_GT(moved, 0) << any_size;
        EXPECT_TRUE(compiled == 0 || !any_size);
    }
}

TEST(Stream, RingsAreNeverStreamed) {
    Planning p;
    p.target.llc_bytes = 1;
    for (const Effect& effect : builtin_effects())
        for (const Kernel& kernel : plan_of(effect.build(), p).kernels)
            for (const Loop& loop : kernel.loops)
                for (const Write& write : loop.writes)
                    EXPECT_TRUE(!write.line_buffer || !write.non_temporal) << effect.name;
}

}  // namespace
}  // namespace weft::test

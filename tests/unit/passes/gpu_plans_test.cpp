// Plans for every GPU, under every switch, of built-in and random graphs: well formed, and the same
// for the same question.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "effect_combinations.h"
#include "gpu_planning.h"
#include "passes/gpu/copies.h"
#include "passes/pipeline.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

std::vector<std::string> optional_passes() {
    std::vector<std::string> names;
    for (const Pass& pass : gpu_passes())
        if (!pass.required) names.push_back(pass.name);
    return names;
}

/// Where intermediates are unbounded: the graph's inputs, and what a reduction comes to.
bool has_bounds(const GpuPlan& plan, Id<PlanImage> image) {
    const PlanImage& i = plan.images[image];
    return i.graph_input() || plan.stages[i.producer().value()].phase != Phase::kWhole;
}

TEST(GpuPlans, OfBuiltInEffectsAreWellFormedOnAllTargets) {
    enum Form : std::size_t { eUsual, eUnoptimised, eUnbounded, kForms };
    const std::vector<Rect> domains = {{0, 0, 3072, 2304}, {0, 0, 1, 1}, {-7, 3, 56, 50}};
    for_effects({gpu_targets().size(), domains.size(), kForms}, [&](const Effect& effect,
                                                                    const Choice& chosen) {
        GpuPlanning p{.target = gpu_targets()[chosen[0]].name, .domain = domains[chosen[1]]};
        const std::size_t form = chosen[2];
        Graph graph = effect.build();
        if (form == eUnoptimised) p.disabled = {"all"};
        if (form == eUnbounded) graph.intermediates = Intermediates::kUnbounded;
        // Recurrences, and what is read anywhere, need bounds.
        if (form == eUnbounded && !validate(graph, library())) return;
        const GpuPlan plan = gpu_plan_of(graph, p);
        EXPECT_EQ(find_flaw(plan), "")
            << effect.name << " on " << p.target << (form == eUnoptimised ? ", unoptimised" : "")
            << (form == eUnbounded ? ", unbounded" : "");
        if (form != eUnbounded) return;
        for (const GpuKernel& kernel : plan.kernels)
            for (const GpuInput& input : kernel.inputs)
                EXPECT_TRUE(has_bounds(plan, original_of(plan, input.image)) ||
                            input.access != GpuAccess::kBordered)
                    << kernel.name << " checks borders of what has none";
    });
}

TEST(GpuPlans, AreWellFormedWithoutAnyOnePassAndWithItAlone) {
    const std::vector<std::string> targets = {"cc-1.0", "gtx-680", "h100"};
    const std::vector<std::string> passes = optional_passes();
    for_effects(
        {targets.size(), passes.size(), 2, 2}, [&](const Effect& effect, const Choice& chosen) {
            const std::string& pass = passes[chosen[1]];
            const bool alone = chosen[3] == 1;
            GpuPlanning p{
                .target = targets[chosen[0]], .disabled = {pass}, .fast_math = chosen[2] == 1};
            if (alone) {
                p.disabled = passes;
                std::erase(p.disabled, pass);
            }
            EXPECT_EQ(find_flaw(gpu_plan_of(effect.build(), p)), "")
                << effect.name << " on " << p.target << (alone ? " with " : " without ") << pass
                << (alone ? " alone" : "");
        });
}

/// The picture that an image is, however often it was copied.
const std::string& root_name(const GpuPlan& plan, Id<PlanImage> image) {
    while (const std::optional<Id<PlanImage>> original = plan.images[image].original())
        image = *original;
    return plan.images[image].name;
}

/// Stages read and outputs are the same pictures as in the plan without passes, or copies of them.
std::string changed_wiring(const GpuPlan& plan, const GpuPlan& plain) {
    if (plan.stages.size() != plain.stages.size()) return "other stages";
    for (const Id<Stage> s : plan.stages.ids())
        for (const Id<StageInput> i : plan.stages[s].inputs.ids())
            if (root_name(plan, plan.stages[s].inputs[i].image) !=
                root_name(plain, plain.stages[s].inputs[i].image))
                return plan.stages[s].name + " reads another picture";
    for (const Id<GraphOutput> o : plan.outputs.ids())
        if (root_name(plan, plan.outputs[o]) != root_name(plain, plain.outputs[o]))
            return "another output";
    return "";
}

TEST(GpuPlans, OfRandomGraphsAreWellFormed) {
    const std::uint64_t seed = run_seed();
    const std::vector<std::string> passes = optional_passes();
    for (std::uint64_t i = 0; i < 400; ++i) {
        const RandomPlanning random = random_planning(seed + i);
        GpuPlanning p{.target = gpu_targets()[i % gpu_targets().size()].name,
                      .domain = random.planning.domain,
                      .planes = random.planning.planes,
                      .regions = random.planning.regions,
                      .fast_math = i % 3 == 0};
        if (i % 4 != 0) p.disabled = {passes[i % passes.size()]};
        const GpuPlan plan = gpu_plan_of(random.graph, p);
        EXPECT_EQ(find_flaw(plan), "") << p.target << ", " << random.description;
        EXPECT_EQ(plan, gpu_plan_of(random.graph, p)) << random.description;
        p.disabled = {"all"};
        EXPECT_EQ(changed_wiring(plan, gpu_plan_of(random.graph, p)), "") << random.description;
    }
}

TEST(GpuPlans, SwitchesOfBothListsAreAccepted) {
    const Graph graph = find_effect("unsharp-halide")->build();
    const auto are_accepted = [&](const auto& list) {
        for (const Pass& pass : list) {
            if (pass.required) continue;
            EXPECT_EQ(gpu_refusal(graph, {.disabled = {pass.name}}), "") << pass.name;
        }
    };
    are_accepted(cpu_passes());
    are_accepted(gpu_passes());
    EXPECT_THAT(gpu_refusal(graph, {.disabled = {"staging"}}),
                AllOf(HasSubstr("unknown pass 'staging'"), HasSubstr("stage"), HasSubstr("fuse")));
    EXPECT_THAT(gpu_refusal(graph, {.disabled = {"launch"}}), HasSubstr("cannot be turned off"));
}

TEST(GpuPlans, KernelsThatDoNotFitAreRefusedWithTheLimit) {
    const Graph graph = find_effect("unsharp-halide")->build();
    const GpuPlan plan = gpu_plan_of(graph);
    const std::string name = plan.kernels.front().name;
    // 300 registers a thread are more than any device has.
    EXPECT_THAT(gpu_refusal(graph, {.compiled = {{name, {300}}}}),
                AllOf(HasSubstr(name), HasSubstr("300 registers"), HasSubstr("255 a thread")));
}

}  // namespace
}  // namespace weft::test

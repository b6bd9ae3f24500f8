// Plans for GPUs as the engine makes them: what --fusion auto owes to the four systems.
#include "engine/gpu_planning.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "affordable.h"
#include "compile/nvrtc/device_compiler.h"
#include "engine/gpu_figures.h"
#include "no_compiler.h"
#include "passes/gpu/geometry.h"
#include "planning.h"

namespace weft::test {
namespace {

/// Seconds by the model of the plan that the strategy makes, as it nests by itself.
double planned_seconds(const Effect& effect, const char* target, FusionStrategy fusion) {
    const Graph graph = effect.build();
    GpuContext context = gpu_context_of(graph, {.domain = {0, 0, 1920, 1080}}, target);
    context.choices.fusion = fusion;
    NoCompiler none;
    const Result<PlannedGpu> planned = plan_for_gpu(context, {}, none);
    if (planned) return modelled_seconds(planned->plan);
    ADD_FAILURE() << planned.error().message;
    return 0;
}

/// Greedy fusion nests by what its tiles take, and dp searches longer and among algorithm 2's tiles
/// too; auto takes their partitions as it nests and tiles itself.
double slack(FusionStrategy fusion) {
    if (fusion == FusionStrategy::kGreedy) return 0.03;
    return fusion == FusionStrategy::kDp ? 0.05 : 1e-9;
}

TEST(GpuPlanning, AutoIsNeverModelledBelowAnotherStrategy) {
    for (const Effect& effect : affordable(builtin_effects(), "auto"))
        for (const char* target : {"sm_75", "sm_90"}) {
            const double chosen = planned_seconds(effect, target, FusionStrategy::kAuto);
            for (const FusionStrategy fusion :
                 {FusionStrategy::kNone, FusionStrategy::kMinCut, FusionStrategy::kBasic,
                  FusionStrategy::kDp, FusionStrategy::kGreedy})
                EXPECT_LE(chosen, planned_seconds(effect, target, fusion) * (1 + slack(fusion)))
                    << effect.name << " on " << target << ", " << name_of(fusion);
        }
}

/// Kernels that have not been compiled are not taken to be better than those that have: searches
/// would try one after another.
TEST(GpuPlanning, EndsOnceItsKernelsAreKnown) {
    if (const auto version = nvrtc_version(); !version) GTEST_SKIP() << version.error().message;
    CompilerOptions options;
    options.use_cache = false;
    for (const char* effect : {"degrain", "harris"}) {
        const Graph graph = find_effect(effect)->build();
        const GpuContext context = gpu_context_of(graph, {.domain = {0, 0, 1920, 1080}}, "sm_90");
        const auto compiler = make_device_compiler(options);
        const Result<PlannedGpu> planned = plan_for_gpu(context, {}, *compiler);
        ASSERT_TRUE(planned) << planned.error().message;
        EXPECT_LT(planned->searches, kMaxSearches) << effect;
        for (const GpuKernel& kernel : planned->plan.kernels)
            EXPECT_TRUE(kernel.compiled) << kernel.name;
    }
}

/// Algorithm 2 of paper: warp-tiling asks for the registers and the time of each stage (section 6):
/// each is compiled by itself before groups are looked for.
TEST(GpuPlanning, CompilesStagesByThemselvesForDp) {
    if (const auto version = nvrtc_version(); !version) GTEST_SKIP() << version.error().message;
    const Graph graph = find_effect("harris")->build();
    GpuContext context = gpu_context_of(graph, {.domain = {0, 0, 1920, 1080}}, "sm_90");
    context.choices.fusion = FusionStrategy::kDp;
    const Result<PlannedGpu> planned =
        plan_for_gpu(context, {}, *make_device_compiler(CompilerOptions{}));
    ASSERT_TRUE(planned) << planned.error().message;
    const GpuPlan& plan = planned->plan;
    EXPECT_LT(plan.kernels.size(), plan.stages.size());
    for (const Id<Stage> s : plan.stages.ids())
        EXPECT_EQ(planned->compiled.count(own_kernel_name(plan, s)), 1u) << plan.stages[s].name;
}

/// Code of 7.5 stands in on a device of 3.0, and has more registers for nine regions than a thread
/// has there. Equation 10 of paper: border-partitioning would refuse them: no block would fit.
TEST(GpuPlanning, CountsNoMoreRegistersThanAThreadHas) {
    if (const auto version = nvrtc_version(); !version) GTEST_SKIP() << version.error().message;
    const Graph graph = find_effect("night")->build();
    GpuContext context = gpu_context_of(graph, {.domain = {0, 0, 512, 512}}, "gtx-680");
    context.choices.fusion = FusionStrategy::kNone;
    const auto compiler = make_device_compiler({});
    for (const auto asked : {std::optional<BorderScheme>(), std::optional(BorderScheme::kNine)}) {
        context.choices.borders = asked;
        const Result<PlannedGpu> planned = plan_for_gpu(context, {"stage"}, *compiler);
        ASSERT_TRUE(planned) << planned.error().message;
        const auto& kernels = planned->plan.kernels;
        EXPECT_EQ(std::count_if(kernels.begin(), kernels.end(),
                                [](const GpuKernel& k) {
                                    return k.borders == BorderScheme::kNine && k.compiled &&
                                           k.registers == 63;
                                }),
                  4);
    }
}

/// Paper: border-partitioning, equation 10, of its own programs, with the registers of compiled
/// kernels: each way of telling borders apart is the best somewhere.
TEST(GpuPlanning, ChoosesEachWayToTellBordersApart) {
    if (const auto version = nvrtc_version(); !version) GTEST_SKIP() << version.error().message;
    struct Expected {
        const char* effect;
        int size;
        const char* target;
        BorderScheme borders;
    };
    const Expected all[] = {{"gaussian-3x3", 128, "v100", BorderScheme::kNaive},
                            {"gaussian-3x3", 1024, "rtx-2080", BorderScheme::kBody},
                            {"laplace-5x5", 64, "rtx-2080", BorderScheme::kNine},
                            {"night", 100, "rtx-2080", BorderScheme::kWarp}};
    for (const Expected& expected : all) {
        const Graph graph = find_effect(expected.effect)->build();
        GpuContext context = gpu_context_of(graph, {.domain = {0, 0, expected.size, expected.size}},
                                            expected.target);
        context.choices.fusion = FusionStrategy::kNone;
        const auto compiler = make_device_compiler({});
        const Result<PlannedGpu> planned = plan_for_gpu(context, {}, *compiler);
        ASSERT_TRUE(planned) << planned.error().message;
        const auto& kernels = planned->plan.kernels;
        EXPECT_TRUE(std::any_of(
            kernels.begin(), kernels.end(),
            [&](const GpuKernel& k) { return k.borders == expected.borders && k.compiled; }))
            << expected.effect << " of " << expected.size << " on " << expected.target;
    }
}

}  // namespace
}  // namespace weft::test

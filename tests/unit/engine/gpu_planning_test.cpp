// Plans for GPUs as the engine makes them: what --fusion auto owes to the four systems.
#include "engine/gpu_planning.h"

#include <gtest/gtest.h>

#include "affordable.h"
#include "engine/gpu_figures.h"
#include "no_compiler.h"
#include "planning.h"

namespace weft::test {
namespace {

/// Seconds by the model of the plan that the strategy makes, as it nests by itself.
double planned_seconds(const Effect& effect, const char* target, FusionStrategy fusion) {
    const Graph graph = effect.build();
    PlanContext context = context_of(graph, {.domain = {0, 0, 1920, 1080}});
    context.gpu = *find_gpu_target(target);
    context.choices.fusion = fusion;
    NoCompiler none;
    const Result<PlannedGpu> planned = plan_for_gpu(context, {}, none);
    if (planned) return modelled_seconds(planned->plan);
    ADD_FAILURE() << planned.error().message;
    return 0;
}

TEST(GpuPlanning, AutoIsNeverModelledBelowAnotherStrategy) {
    for (const Effect& effect : affordable(builtin_effects(), "auto"))
        for (const char* target : {"sm_75", "sm_90"}) {
            const double chosen = planned_seconds(effect, target, FusionStrategy::kAuto);
            for (const FusionStrategy fusion : {FusionStrategy::kNone, FusionStrategy::kMinCut,
                                                FusionStrategy::kDp, FusionStrategy::kGreedy})
                EXPECT_LE(chosen, planned_seconds(effect, target, fusion) * (1 + 1e-9))
                    << effect.name << " on " << target << ", " << name_of(fusion);
        }
}

}  // namespace
}  // namespace weft::test

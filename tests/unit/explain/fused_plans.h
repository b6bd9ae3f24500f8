// GPU plans by a strategy of fusion, for tests of what is said about them.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "passes/pipeline.h"
#include "planning.h"

namespace weft::test {

/// What a plan is asked for; sizes are odd, so that tiles meet the far borders in part.
struct Fusing {
    FusionStrategy fusion = FusionStrategy::kMinCut;
    Rect domain = {0, 0, 641, 479};
    std::string target = "sm_90";
    std::vector<std::string> disabled = {};
    std::optional<BorderScheme> borders = {};
    bool all_in_one = false;  ///< every stage in one group, whatever the strategy says
};

/// The plan; an error fails the test. Nothing is compiled: registers are estimates.
inline GpuPlan fused_plan(const Graph& graph, const Fusing& f = {}) {
    GpuContext context = gpu_context_of(graph, {.domain = f.domain}, f.target);
    context.choices.fusion = f.fusion;
    context.choices.borders = f.borders;
    if (f.all_in_one) {
        context.choices.groups.emplace_back();
        for (const Id<Stage> s : Ids<Stage>(graph.nodes.size()))
            context.choices.groups.front().push_back(s);
    }
    Result<GpuPlan> plan = make_plan(context, f.disabled);
    if (plan) return *std::move(plan);
    ADD_FAILURE() << plan.error().message;
    return {};
}

inline GpuPlan fused_plan(const std::string& effect, const Fusing& f = {}) {
    return fused_plan(find_effect(effect)->build(), f);
}

/// Strategies whose groups the planner builds as the papers say.
inline constexpr FusionStrategy kPublished[] = {FusionStrategy::kNone, FusionStrategy::kMinCut,
                                                FusionStrategy::kGreedy};

}  // namespace weft::test

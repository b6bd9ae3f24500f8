// What tests of planning for a GPU share.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "numbered_stages.h"
#include "plan/verify.h"
#include "planning.h"

namespace weft::test {

/// Everything but the graph that a GPU plan depends on.
struct GpuPlanning {
    std::string target = "h100";
    Rect domain = {0, 0, 3072, 2304};
    int planes = 3;
    std::vector<Rect> regions = {};
    std::vector<std::string> disabled = {};
    bool fast_math = false;
    CompiledForms compiled = {};
    const std::vector<Graph>* range = nullptr;
    std::optional<FoundFusion> found = {};
    /// Tests of fusion ask for it; the others are about kernels of one stage.
    GpuChoices choices = {.fusion = FusionStrategy::kNone};
};

/// The finished plan. An error is a failure of the test, with the planner's message.
GpuPlan gpu_plan_of(const Graph& graph, const GpuPlanning& p = {});
/// The same of all stages as one group, whatever the models say.
GpuPlan forced(const Graph& graph, GpuPlanning p = {});
/// The planner's message, or "" where there is a plan.
std::string gpu_refusal(const Graph& graph, const GpuPlanning& p = {});

/// The kernel that evaluates node `name`; fails the test when there is none.
const GpuKernel& kernel_of(const GpuPlan& plan, const std::string& name);
/// The one there is.
const GpuKernel& only_gpu_kernel(const GpuPlan& plan);
/// Kernels of one kind, in launch order.
std::vector<const GpuKernel*> kernels_of_kind(const GpuPlan& plan, GpuKernelKind kind);
/// All texts of `pass` on kernels whose names contain `subject`, a line each.
std::string decisions_of(const GpuPlan& plan, const std::string& pass, const std::string& subject);

/// A graph of one functor, recorded by `build(builder, input)`, which returns the output.
template <class Build>
Graph graph_with(Build build) {
    GraphBuilder builder("test");
    builder.output("output", build(builder, builder.input("input")));
    return builder.finish();
}

}  // namespace weft::test

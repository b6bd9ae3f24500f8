#include "gpu_planning.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "passes/pipeline.h"

namespace weft::test {

namespace {

Result<GpuPlan> plan_for(const Graph& graph, const GpuPlanning& p) {
    const GpuTarget* target = find_gpu_target(p.target);
    if (target == nullptr) return Error{ErrorKind::kUsage, "no target " + p.target};
    GpuContext context{{graph, library(), {}, p.regions, {}, {}, p.fast_math}, *target};
    context.inputs.assign(graph.inputs.size(), {p.domain, p.planes});
    context.range = p.range;
    context.compiled = p.compiled;
    context.choices = p.choices;
    context.found = p.found;
    return make_plan(context, p.disabled);
}

}  // namespace

GpuPlan gpu_plan_of(const Graph& graph, const GpuPlanning& p) {
    Result<GpuPlan> plan = plan_for(graph, p);
    if (plan) return *std::move(plan);
    ADD_FAILURE() << plan.error().message << "\n" << to_string(graph);
    return {};
}

GpuPlan forced(const Graph& graph, GpuPlanning p) {
    const Ids<Stage> all(64);
    p.choices.groups = {{all.begin(), all.end()}};
    return gpu_plan_of(graph, p);
}

std::string gpu_refusal(const Graph& graph, const GpuPlanning& p) {
    const Result<GpuPlan> plan = plan_for(graph, p);
    return plan ? "" : plan.error().message;
}

const GpuKernel& kernel_of(const GpuPlan& plan, const std::string& name) {
    for (const GpuKernel& kernel : plan.kernels)
        for (const Id<Stage> s : kernel.stages)
            if (plan.stages[s].name == name) return kernel;
    ADD_FAILURE() << "no kernel evaluates " << name;
    static const GpuKernel none;
    return none;
}

const GpuKernel& only_gpu_kernel(const GpuPlan& plan) {
    EXPECT_EQ(plan.kernels.size(), 1u);
    return plan.kernels.front();
}

std::vector<const GpuKernel*> kernels_of_kind(const GpuPlan& plan, GpuKernelKind kind) {
    std::vector<const GpuKernel*> result;
    for (const GpuKernel& kernel : plan.kernels)
        if (kernel.kind == kind) result.push_back(&kernel);
    return result;
}

std::string decisions_of(const GpuPlan& plan, const std::string& pass, const std::string& subject) {
    std::string text;
    for (const Decision& d : plan.decisions)
        if (d.pass == pass && d.subject.find(subject) != std::string::npos) text += d.text + "\n";
    return text;
}

}  // namespace weft::test

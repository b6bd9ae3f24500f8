#include "engine/ahead.h"

#include <algorithm>

#include "engine/cpu/prepare_cpu.h"
#include "passes/pipeline.h"
#include "runtime/cpu/host_target.h"

namespace weft {
namespace {

constexpr std::size_t kUsualL1 = 32u << 10;  // of which a row's share shows in kernels

Result<CpuPlan> plan_ahead(const PrepareRequest& request, const ProcessorLevel& level,
                           int threads) {
    Target target = host_target(threads);
    target.name = level.name;
    target.cpu = level.name;
    target.vector_width = level.vector_width;
    target.l1_bytes = kUsualL1;
    CpuContext context{{request.graph, request.library, request.inputs, request.regions,
                        std::vector<bool>(request.inputs.size(), false),
                        std::vector<bool>(request.graph.outputs.size(), false)},
                       target};
    context.range = request.range.empty() ? nullptr : &request.range;
    context.any_size = true;
    return make_cpu_plan(context);
}

}  // namespace

const std::vector<ProcessorLevel>& processor_levels() {
    static const std::vector<ProcessorLevel> levels{
        {"x86-64-v4", 16}, {"x86-64-v3", 8}, {"x86-64-v2", 4}};
    return levels;
}

bool runs_here(const ProcessorLevel& level) {
#if defined(__x86_64__)
    const std::string name = level.name;
    if (name == "x86-64-v4") return __builtin_cpu_supports("x86-64-v4") != 0;
    if (name == "x86-64-v3") return __builtin_cpu_supports("x86-64-v3") != 0;
    return __builtin_cpu_supports("x86-64-v2") != 0;
#else
    static_cast<void>(level);
    return false;
#endif
}

Result<std::unique_ptr<Prepared>> prepare_ahead(const PrepareRequest& request,
                                                const ProcessorLevel& level, HostCompiler& kernels,
                                                int threads) {
    Result<CpuPlan> plan = plan_ahead(request, level, threads);
    if (!plan) return plan.error();
    return prepare_cpu(*std::move(plan), request.library, kernels);
}

Result<std::vector<HostSource>> sources_ahead(const PrepareRequest& request,
                                              const ProcessorLevel& level) {
    const Result<CpuPlan> plan = plan_ahead(request, level, 0);
    if (!plan) return plan.error();
    std::vector<HostSource> sources;
    for (const Kernel& kernel : plan->kernels) {
        HostSource source = kernel_source(*plan, kernel, request.library);
        const bool known = std::any_of(sources.begin(), sources.end(),
                                       [&](const HostSource& s) { return s.text == source.text; });
        if (!kernel.stages.empty() && !known) sources.push_back(std::move(source));
    }
    return sources;
}

}  // namespace weft

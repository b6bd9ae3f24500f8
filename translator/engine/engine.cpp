#include "engine/engine.h"

#include <fmt/format.h>

#include "engine/cuda/cuda_program.h"
#include "engine/explain.h"
#include "engine/explain_gpu.h"
#include "engine/parts.h"
#include "engine/plan_dot.h"
#include "engine/planned_fusions.h"
#include "passes/gpu/fusion/found_groups.h"
#include "passes/pipeline.h"
#include "plan/print_plan.h"

namespace weft {

namespace {

template <class P, class Context>
std::vector<PassInfo> optional_passes(const std::vector<PassOf<P, Context>>& list) {
    std::vector<PassInfo> result;
    for (const Pass& pass : list)
        if (!pass.required) result.push_back({pass.name, pass.summary});
    return result;
}

Result<std::unique_ptr<Backend>> backend_of(const std::shared_ptr<EngineParts>& parts) {
    const Result<const BackendInfo*> info = find_backend(parts->options.device);
    if (!info) return info.error();
    return (*info)->make(parts);
}

/// An error where a target is named that the device cannot pretend to be.
Status check_target(const EngineOptions& options) {
    const Result<const BackendInfo*> info = find_backend(options.device);
    if (!info) return info.error();
    if (options.target.empty() || (*info)->pretends) return {};
    return Error{ErrorKind::kUsage,
                 fmt::format("a target is for planning, and for the device {}, which pretends "
                             "to be it; the device '{}' runs on what is here: leave out "
                             "'{}', or use --device simt",
                             backend_names([](const BackendInfo& b) { return b.pretends; }),
                             options.device, options.target)};
}

}  // namespace

std::vector<PassInfo> pass_names() { return optional_passes(cpu_passes()); }
std::vector<PassInfo> gpu_pass_names() { return optional_passes(gpu_passes()); }

Status check_names(const EngineOptions& options) {
    if (const auto found = find_backend(options.device); !found) return found.error();
    return check_pass_names(options.disabled_passes);
}

Engine::Engine(EngineOptions options)
    : parts_(std::make_shared<EngineParts>(std::move(options))), backend_(backend_of(parts_)) {}
Engine::~Engine() = default;

HostCompiler& Engine::compiler() { return *parts_->compiler; }
const EngineOptions& Engine::options() const { return parts_->options; }
CompileStatistics Engine::statistics() const { return parts_->statistics(); }

Result<std::optional<GpuTarget>> Engine::planned_for() const {
    if (!backend_) return backend_.error();
    if (options().target.empty()) return (*backend_)->gpu();
    const Result<GpuTarget> named = named_target(options().target);
    if (!named) return named.error();
    return std::optional(*named);
}

Result<GpuTarget> Engine::gpu_planned_for() const {
    const Result<std::optional<GpuTarget>> target = planned_for();
    if (!target) return target.error();
    if (*target) return **target;
    return Error{ErrorKind::kUsage,
                 fmt::format("the device '{}' is no GPU that is planned for: add --target, such as "
                             "--target sm_90 ('weft list targets'), or --device cuda",
                             options().device)};
}

Result<Plan> Engine::plan(const PrepareRequest& request, const std::atomic<bool>* cancel) {
    const Result<std::optional<GpuTarget>> target = planned_for();
    if (!target) return target.error();
    if (!*target) {
        CpuContext context = parts_->cpu_context(request);
        context.cancel = cancel;
        Result<CpuPlan> made = make_plan(context, options().disabled_passes);
        if (!made) return made.error();
        return Plan(*std::move(made));
    }
    Result<PlannedGpu> planned = parts_->plan_gpu(request, **target, cancel);
    if (!planned) return planned.error();
    return Plan(std::move(planned->plan));
}

Result<std::vector<PassStep>> Engine::trace(const PrepareRequest& request,
                                            const std::atomic<bool>* cancel) {
    std::vector<PassStep> steps;
    const PassObserver observer = [&](const Pass& pass, bool off, const Plan& before,
                                      const Plan& after, double seconds) {
        steps.push_back({pass.name, pass.summary, off, !equal_but_for_decisions(before, after),
                         seconds, counts_of(before), counts_of(after), to_text(after)});
    };
    const auto made = [&](const auto& context) -> Result<std::vector<PassStep>> {
        const auto plan = make_plan(context, options().disabled_passes, observer);
        if (!plan) return plan.error();
        return std::move(steps);
    };
    const Result<std::optional<GpuTarget>> target = planned_for();
    if (!target) return target.error();
    if (!*target) {
        CpuContext context = parts_->cpu_context(request);
        context.cancel = cancel;
        return made(context);
    }
    const Result<PlannedGpu> planned = parts_->plan_gpu(request, **target, cancel);
    if (!planned) return planned.error();
    GpuContext context = parts_->gpu_context(request, **target);
    context.compiled = planned->compiled;
    context.found = found_fusion(planned->plan);
    return made(context);
}

Result<GpuProgram> Engine::gpu_program(const PrepareRequest& request) {
    const Result<GpuTarget> target = gpu_planned_for();
    if (!target) return target.error();
    return cuda_program(*parts_, request, *target);
}

Result<std::unique_ptr<Prepared>> Engine::prepare(const PrepareRequest& request,
                                                  const std::atomic<bool>* cancel) {
    if (Status ok = check_target(options()); !ok) return ok.error();
    return (*backend_)->prepare(request, cancel);
}

Result<ResidentProgram> Engine::resident_program(const PrepareRequest& request,
                                                 const ExternalPorts& ports,
                                                 const GpuTarget& target) {
    return weft::resident_program(*parts_, request, ports, target);
}

Result<std::string> Engine::explain(const PrepareRequest& request) {
    const Result<std::optional<GpuTarget>> target = planned_for();
    if (!target) return target.error();
    if (*target) {
        const Result<PlannedGpu> planned = parts_->plan_gpu(request, **target);
        if (!planned) return planned.error();
        return explain_gpu_plan(planned->plan, instructions_of(*planned));
    }
    const Result<CpuPlan> made = make_plan(parts_->cpu_context(request), options().disabled_passes);
    if (!made) return made.error();
    return explain_plan(*made);
}

Result<Comparison> Engine::compare(const PrepareRequest& request, const RunControl& control) {
    const Result<GpuTarget> target = gpu_planned_for();
    if (!target) return target.error();
    for (const std::string& pass : options().disabled_passes)
        if (pass == "fuse" || pass == "all")
            return Error{
                ErrorKind::kUsage,
                fmt::format("there is nothing to compare where nothing is fused: leave out "
                            "--disable {}",
                            pass)};
    const Result<std::vector<PlannedFusion>> planned =
        planned_fusions(*parts_, request, *target, control);
    if (!planned) return planned.error();
    return compare_plans(*planned);
}

Result<std::string> Engine::dot(const PrepareRequest& request) {
    Result<Plan> made = plan(request);
    if (!made) return made.error();
    return plan_dot(*made);
}

Result<EmittedSource> Engine::emit(const PrepareRequest& request, const std::atomic<bool>* cancel) {
    Result<Plan> made = plan(request, cancel);
    if (!made) return made.error();
    return emitted_source(*made, request.library, options().timed);
}

}  // namespace weft

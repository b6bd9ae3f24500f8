#include "engine/engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <thread>

#include "emit/host/host_kernel.h"
#include "engine/explain.h"
#include "passes/pipeline.h"
#include "runtime/cpu/compiled_plan.h"
#include "runtime/cpu/host_target.h"
#include "support/nearest.h"

namespace weft {

struct Engine::State {
    explicit State(EngineOptions o)
        : options(std::move(o)),
          target(host_target(options.threads)),
          compiler(options.shared_compiler ? options.shared_compiler
                                           : make_host_compiler(options.compiler)) {}

    PlanContext context(const PrepareRequest& request) const {
        return {request.graph,
                request.library,
                request.inputs,
                request.regions,
                request.native_inputs,
                request.native_outputs,
                target,
                options.math == MathMode::kFast,
                options.strip_height,
                options.block_width,
                options.batch_rows};
    }

    /// Compiles one kernel and finds its loops.
    Status load(const Kernel& kernel, const HostKernel& emitted, const Plan& plan,
                std::vector<RowFunction>& functions, std::shared_ptr<void>& keep_alive) const {
        functions.assign(emitted.symbols.size(), nullptr);
        if (kernel.stages.empty()) return {};
        Result<std::shared_ptr<LoadedObject>> object =
            compiler->compile({kernel.name, emitted.text, plan.target.cpu, plan.fast_math, {}});
        if (!object) return object.error();
        for (std::size_t l = 0; l < emitted.symbols.size(); ++l) {
            if (emitted.symbols[l].empty()) continue;
            void* symbol = (*object)->symbol(emitted.symbols[l].c_str());
            if (symbol == nullptr)
                return Error{ErrorKind::kInternal, fmt::format("{}: compiled code lacks {}",
                                                               kernel.name, emitted.symbols[l])};
            functions[l] = reinterpret_cast<RowFunction>(symbol);
        }
        keep_alive = *object;
        return {};
    }

    /// Compiles all kernels, as many at a time as there are cores.
    Result<CompiledPlan> compile(Plan plan, const Library& library) const {
        const std::size_t count = plan.kernels.size();
        CompiledPlan compiled;
        compiled.functions.resize(count);
        compiled.keep_alive.resize(count);
        std::vector<Status> outcomes(count);
        std::atomic<std::size_t> next{0};
        const auto work = [&] {
            for (std::size_t k = next++; k < count; k = next++)
                outcomes[k] =
                    load(plan.kernels[k], emit_host_kernel(plan, plan.kernels[k], library), plan,
                         compiled.functions[k], compiled.keep_alive[k]);
        };
        std::vector<std::jthread> helpers;
        for (int t = 1; t < std::min(target.cores, static_cast<int>(count)); ++t)
            helpers.emplace_back(work);
        work();
        helpers.clear();
        for (const Status& outcome : outcomes)
            if (!outcome) return outcome.error();
        compiled.plan = std::move(plan);
        return compiled;
    }

    EngineOptions options;
    Target target;
    std::shared_ptr<HostCompiler> compiler;
};

std::vector<DeviceInfo> devices() {
    return {{"cpu", "fused row pipelines, compiled for this machine, on all its cores"},
            {"reference", "the functors' own C++, one element at a time: slow, the oracle"}};
}

std::vector<PassInfo> pass_names() {
    std::vector<PassInfo> result;
    for (const Pass& pass : passes())
        if (!pass.required) result.push_back({pass.name, pass.summary});
    return result;
}

namespace {

Status check_device(const std::string& name) {
    std::vector<std::string> names;
    for (const DeviceInfo& device : devices()) names.push_back(device.name);
    for (const std::string& known : names)
        if (known == name) return {};
    return Error{ErrorKind::kUsage, fmt::format("unknown device '{}'{}; devices: {}", name,
                                                did_you_mean(name, names), fmt::join(names, ", "))};
}

}  // namespace

Engine::Engine(EngineOptions options) : state_(std::make_unique<State>(std::move(options))) {}
Engine::~Engine() = default;

HostCompiler& Engine::compiler() { return *state_->compiler; }
const EngineOptions& Engine::options() const { return state_->options; }

Result<Plan> Engine::plan(const PrepareRequest& request) {
    return make_plan(state_->context(request), state_->options.disabled_passes);
}

Result<std::unique_ptr<Prepared>> Engine::prepare(const PrepareRequest& request) {
    if (Status ok = check_device(state_->options.device); !ok) return ok.error();
    if (state_->options.device == "reference") return prepare_reference(request);
    Result<Plan> made = plan(request);
    if (!made) return made.error();
    Result<CompiledPlan> compiled = state_->compile(*std::move(made), request.library);
    if (!compiled) return compiled.error();
    return make_cpu_executor(*std::move(compiled));
}

Result<std::string> Engine::explain(const PrepareRequest& request) {
    Result<Plan> made = plan(request);
    if (!made) return made.error();
    return explain_plan(*made);
}

Result<std::vector<std::string>> Engine::emit(const PrepareRequest& request) {
    Result<Plan> made = plan(request);
    if (!made) return made.error();
    std::vector<std::string> texts;
    for (const Kernel& kernel : made->kernels)
        texts.push_back(emit_host_kernel(*made, kernel, request.library).text);
    return texts;
}

}  // namespace weft

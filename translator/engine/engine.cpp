#include "engine/engine.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <mutex>

#include "emit/host/host_kernel.h"
#include "engine/cpu_backend.h"
#include "engine/explain.h"
#include "engine/explain_gpu.h"
#include "engine/fallback.h"
#include "engine/gpu_backend.h"
#include "engine/in_parallel.h"
#include "engine/kept_request.h"
#include "engine/plan_dot.h"
#include "passes/gpu/fusion/found_groups.h"
#include "passes/pipeline.h"
#include "plan/print_plan.h"
#include "runtime/cpu/host_target.h"
#include "runtime/cuda/cuda_devices.h"
#include "runtime/cuda/cuda_executor.h"
#include "runtime/cuda/resident.h"
#include "runtime/simt/simt_executor.h"
#include "support/nearest.h"

namespace weft {

namespace {

using PreparedResult = Result<std::unique_ptr<Prepared>>;

/// What simt pretends to be where no target is named.
constexpr const char* kDefaultTarget = "sm_90";

Result<GpuTarget> named_target(const std::string& name) {
    if (const GpuTarget* const found = find_gpu_target(name)) return *found;
    std::vector<std::string> names;
    for (const GpuTarget& target : gpu_targets()) names.push_back(target.name);
    return Error{ErrorKind::kUsage, fmt::format("unknown target '{}'{}; targets: {}", name,
                                                did_you_mean(name, names), fmt::join(names, ", "))};
}

std::vector<PassInfo> optional_passes(const std::vector<Pass>& list) {
    std::vector<PassInfo> result;
    for (const Pass& pass : list)
        if (!pass.required) result.push_back({pass.name, pass.summary});
    return result;
}

}  // namespace

std::vector<PassInfo> pass_names() { return optional_passes(passes()); }
std::vector<PassInfo> gpu_pass_names() { return optional_passes(gpu_passes()); }

Status check_names(const EngineOptions& options) {
    if (Status ok = check_device(options.device); !ok) return ok;
    return check_pass_names(options.disabled_passes);
}

/// What an engine is made of. Shared with what it has prepared, which may come back to it: for
/// bands of a picture, or for the CPU in place of a GPU.
class Engine::State : public std::enable_shared_from_this<Engine::State> {
  public:
    explicit State(EngineOptions o)
        : options(std::move(o)),
          host(host_target(options.threads)),
          compiler(options.shared_compiler ? options.shared_compiler
                                           : make_host_compiler(options.compiler)),
          device_compiler(options.shared_device_compiler ? options.shared_device_compiler
                                                         : make_device_compiler(options.compiler)),
          plans(options.compiler) {}

    PlanContext cpu_context(const PrepareRequest& request) const {
        return {.graph = request.graph,
                .library = request.library,
                .inputs = request.inputs,
                .regions = request.regions,
                .native_inputs = request.native_inputs,
                .native_outputs = request.native_outputs,
                .target = host,
                .fast_math = options.math == MathMode::kFast,
                .strip_height = options.strip_height,
                .block_width = options.block_width,
                .batch_rows = options.batch_rows,
                .range = request.range.empty() ? nullptr : &request.range,
                .plane_by_plane = options.plane_by_plane};
    }
    PlanContext gpu_context(const PrepareRequest& request, const GpuTarget& target) const {
        PlanContext context = cpu_context(request);
        context.gpu = target;
        context.choices = options.gpu;
        return context;
    }

    bool plans_for_gpu() const {
        return options.device == "simt" || options.device == "cuda" || !options.target.empty();
    }

    Result<GpuTarget> gpu_target() const {
        if (options.device != "cuda" || !options.target.empty())
            return named_target(options.target.empty() ? kDefaultTarget : options.target);
        const Result<std::vector<CudaDevice>> found = cuda_devices(options.cuda_driver);
        if (!found) return found.error();
        return found->front().target;
    }

    Result<PlannedGpu> plan_gpu(const PrepareRequest& request, const GpuTarget& target,
                                const std::atomic<bool>* cancel = nullptr) {
        return plan_for_gpu(gpu_context(request, target), options.disabled_passes, *device_compiler,
                            {.cache = &plans, .cancel = cancel});
    }
    Result<PlannedGpu> plan_gpu(const PrepareRequest& request,
                                const std::atomic<bool>* cancel = nullptr) {
        const Result<GpuTarget> target = gpu_target();
        if (!target) return target.error();
        return plan_gpu(request, *target, cancel);
    }

    /// A plan for each way of fusing, in their order. What does not fit the GPU is no error, unless
    /// nothing does.
    Result<std::vector<PlannedFusion>> planned_fusions(const PrepareRequest& request,
                                                       const RunControl& control) {
        const Result<GpuTarget> target = gpu_target();
        if (!target) return target.error();
        std::vector<PlannedFusion> ways;
        for (const FusionAsked& asked : fusions_to_compare(options.gpu.tile.kind))
            ways.push_back({asked, {}, {}, {}});
        std::atomic<int> done{0};
        const auto plan_way = [&](std::size_t i) -> Status {
            PlanContext context = gpu_context(request, *target);
            context.choices.fusion = ways[i].asked.fusion;
            if (ways[i].asked.tile) context.choices.tile.kind = ways[i].asked.tile;
            // Ways are planned at once: each compiles one kernel after another.
            Result<PlannedGpu> planned =
                plan_for_gpu(std::move(context), options.disabled_passes, *device_compiler,
                             {.cache = &plans, .cancel = control.cancel, .threads = 1});
            if (!planned && planned.error().kind != ErrorKind::kDevice) return planned.error();
            if (control.progress) control.progress(++done / static_cast<double>(ways.size()));
            if (!planned) {
                ways[i].why_not = planned.error().message;
                return {};
            }
            ways[i].plan = std::move(planned->plan);
            ways[i].why_not_compiled = planned->why_not_compiled;
            return {};
        };
        const Status ok = in_parallel(ways.size(), host.cores, plan_way, control.cancel);
        if (!ok) return ok.error();
        for (const PlannedFusion& way : ways)
            if (way.plan) return ways;
        return Error{ErrorKind::kDevice, ways.front().why_not};
    }

    Result<GpuProgram> program(const PrepareRequest& request, const GpuTarget& target,
                               const std::atomic<bool>* cancel = nullptr) {
        Result<PlannedGpu> planned = plan_gpu(request, target, cancel);
        if (!planned) return planned.error();
        return cuda_program(*std::move(planned));
    }

    PreparedResult prepare_cpu(const PrepareRequest& request,
                               const std::atomic<bool>* cancel = nullptr) const {
        Result<Plan> plan = make_plan(cpu_context(request), options.disabled_passes);
        if (!plan) return plan.error();
        return weft::prepare_cpu(*std::move(plan), request.library, *compiler, options.timed,
                                 cancel);
    }

    /// The checker needs no registers: it plans with estimates, and always anew, for plans are what
    /// it proves.
    PreparedResult prepare_simt(const PrepareRequest& request,
                                const std::atomic<bool>* cancel) const {
        const Result<GpuTarget> target = gpu_target();
        if (!target) return target.error();
        Result<Plan> plan = make_plan(gpu_context(request, *target), options.disabled_passes);
        if (!plan) return plan.error();
        Result<GpuProgram> program =
            simt_program(*std::move(plan), request.library, *compiler, host, cancel);
        if (!program) return program.error();
        SimtOptions simt;
        simt.schedules = options.simt_schedules;
        simt.host_threads = host.cores;
        return make_simt_executor(*std::move(program), simt);
    }

    PreparedResult prepare_cuda(const PrepareRequest& request, const std::atomic<bool>* cancel) {
        const Result<std::vector<CudaDevice>> found = cuda_devices(options.cuda_driver);
        if (!found) return found.error();
        const GpuTarget target = found->front().target;
        Result<GpuProgram> whole = program(request, target, cancel);
        if (!whole) return whole.error();
        const Replan in_bands = [self = shared_from_this(), kept = KeptRequest(request),
                                 target](const std::vector<Rect>& regions) {
            return self->program(kept.with(regions), target);
        };
        CudaOptions cuda;
        cuda.driver_library = options.cuda_driver;
        auto executor = make_cuda_executor(*whole, cuda, in_bands);
        if (!executor) return executor.error();
        return std::unique_ptr<Prepared>(*std::move(executor));
    }

    Result<ResidentProgram> resident_program(const PrepareRequest& request,
                                             const ForeignPorts& ports, const GpuTarget& target) {
        // Without a compiler, a search of plans would only find that out.
        if (const auto version = nvrtc_version(); !version) return version.error();
        // However pictures lie, the plan is the same: it is searched for once.
        Result<PlannedGpu> planned = plan_gpu(request, target);
        if (!planned) return planned.error();
        const Result<GpuProgram> made = cuda_program_in_place(
            std::move(planned->plan), request.library, ports, *device_compiler);
        if (!made) return made.error();
        return ResidentProgram{list_launches(*made), ports};
    }

    /// The GPU where there is one and a compiler for it, else the CPU; that, too, where the GPU
    /// then fails. That there is none is nothing to speak of; that one cannot be used is a note.
    PreparedResult prepare_anywhere(const PrepareRequest& request,
                                    const std::atomic<bool>* cancel) {
        if (cuda_is_absent(options.cuda_driver)) return prepare_cpu(request, cancel);
        PreparedResult on_gpu = prepare_cuda(request, cancel);
        if (!on_gpu && !is_of_device(on_gpu.error())) return on_gpu;
        if (!on_gpu) {
            add_note(on_gpu.error().message);
            return prepare_cpu(request, cancel);
        }
        return with_fallback(
            *std::move(on_gpu),
            [self = shared_from_this(), kept = KeptRequest(request)] {
                return self->prepare_cpu(kept.with(kept.regions));
            },
            [self = shared_from_this()](const std::string& why) { self->add_note(why); });
    }

    void add_note(const std::string& why) {
        const std::lock_guard lock(mutex_);
        notes_.push_back(why + "; the CPU took over");
    }
    CompileStatistics statistics() const {
        CompileStatistics all = compiler->statistics();
        const CompileStatistics device = device_compiler->statistics();
        all.compiled += device.compiled;
        all.from_cache += device.from_cache;
        all.compile_seconds += device.compile_seconds;
        for (const std::string& note : device.notes)
            if (std::find(all.notes.begin(), all.notes.end(), note) == all.notes.end())
                all.notes.push_back(note);
        const std::lock_guard lock(mutex_);
        all.notes.insert(all.notes.end(), notes_.begin(), notes_.end());
        return all;
    }

    const EngineOptions options;
    const Target host;
    const std::shared_ptr<HostCompiler> compiler;
    const std::shared_ptr<DeviceCompiler> device_compiler;
    PlanCache plans;

  private:
    mutable std::mutex mutex_;
    std::vector<std::string> notes_;
};

Engine::Engine(EngineOptions options) : state_(std::make_shared<State>(std::move(options))) {}
Engine::~Engine() = default;

HostCompiler& Engine::compiler() { return *state_->compiler; }
const EngineOptions& Engine::options() const { return state_->options; }
CompileStatistics Engine::statistics() const { return state_->statistics(); }

Result<Plan> Engine::plan(const PrepareRequest& request, const std::atomic<bool>* cancel) {
    if (!state_->plans_for_gpu()) {
        PlanContext context = state_->cpu_context(request);
        context.cancel = cancel;
        return make_plan(context, state_->options.disabled_passes);
    }
    Result<PlannedGpu> planned = state_->plan_gpu(request, cancel);
    if (!planned) return planned.error();
    return std::move(planned->plan);
}

Result<std::vector<PassStep>> Engine::trace(const PrepareRequest& request,
                                            const std::atomic<bool>* cancel) {
    std::vector<PassStep> steps;
    const PassObserver observer = [&](const Pass& pass, bool off, const Plan& before,
                                      const Plan& after, double seconds) {
        steps.push_back({pass.name, pass.summary, off, !equal_but_for_decisions(before, after),
                         seconds, counts_of(before), counts_of(after), to_text(after)});
    };
    const auto made = [&](const PlanContext& context) -> Result<std::vector<PassStep>> {
        const Result<Plan> plan = make_plan(context, state_->options.disabled_passes, observer);
        if (!plan) return plan.error();
        return std::move(steps);
    };
    if (!state_->plans_for_gpu()) {
        PlanContext context = state_->cpu_context(request);
        context.cancel = cancel;
        return made(context);
    }
    const Result<GpuTarget> target = state_->gpu_target();
    if (!target) return target.error();
    const Result<PlannedGpu> planned = state_->plan_gpu(request, *target, cancel);
    if (!planned) return planned.error();
    PlanContext context = state_->gpu_context(request, *target);
    context.compiled = planned->compiled;
    context.found = found_fusion(planned->plan);
    return made(context);
}

Result<GpuProgram> Engine::gpu_program(const PrepareRequest& request) {
    const Result<GpuTarget> target = state_->gpu_target();
    if (!target) return target.error();
    return state_->program(request, *target);
}

Result<std::unique_ptr<Prepared>> Engine::prepare(const PrepareRequest& request,
                                                  const std::atomic<bool>* cancel) {
    const std::string& device = state_->options.device;
    if (Status ok = check_device(device); !ok) return ok.error();
    if (!state_->options.target.empty() && device != "simt")
        return Error{
            ErrorKind::kUsage,
            fmt::format("a target is for planning, and for the device simt, which pretends "
                        "to be it; the device '{}' runs on what is here: leave out "
                        "'{}', or use --device simt",
                        device, state_->options.target)};
    if (device == "reference") return prepare_reference(request);
    if (device == "simt") return state_->prepare_simt(request, cancel);
    if (device == "cuda") return state_->prepare_cuda(request, cancel);
    if (device == "auto") return state_->prepare_anywhere(request, cancel);
    return state_->prepare_cpu(request, cancel);
}

Result<ResidentProgram> Engine::resident_program(const PrepareRequest& request,
                                                 const ForeignPorts& ports,
                                                 const GpuTarget& target) {
    return state_->resident_program(request, ports, target);
}

Result<std::string> Engine::explain(const PrepareRequest& request) {
    if (state_->plans_for_gpu()) {
        const Result<PlannedGpu> planned = state_->plan_gpu(request);
        if (!planned) return planned.error();
        return explain_gpu_plan(planned->plan, instructions_of(*planned));
    }
    const Result<Plan> made = plan(request);
    if (!made) return made.error();
    return explain_plan(*made);
}

Result<Comparison> Engine::compare(const PrepareRequest& request, const RunControl& control) {
    const EngineOptions& options = state_->options;
    if (!state_->plans_for_gpu())
        return Error{
            ErrorKind::kUsage,
            fmt::format("ways of fusing are compared for a GPU, and the device '{}' is none "
                        "that is planned for: add --target, such as --target {} ('weft "
                        "list targets'), or --device cuda",
                        options.device, kDefaultTarget)};
    for (const std::string& pass : options.disabled_passes)
        if (pass == "fuse" || pass == "all")
            return Error{
                ErrorKind::kUsage,
                fmt::format("there is nothing to compare where nothing is fused: leave out "
                            "--disable {}",
                            pass)};
    const Result<std::vector<PlannedFusion>> planned = state_->planned_fusions(request, control);
    if (!planned) return planned.error();
    return compare_plans(*planned);
}

Result<std::string> Engine::dot(const PrepareRequest& request) {
    Result<Plan> made = plan(request);
    if (!made) return made.error();
    return plan_dot(*made);
}

namespace {

EmittedSource host_source(const Plan& plan, const Library& library, bool timed) {
    EmittedSource source{host_preamble(plan.target), {}};
    for (const Kernel& kernel : plan.kernels)
        source.units.push_back(
            {{kernel.name}, emit_host_kernel(plan, kernel, library, {.timed = timed}).text});
    return source;
}

EmittedSource cuda_source(const Plan& plan, const Library& library) {
    EmittedSource source{cuda_preamble(), {}};
    const GpuTexts texts = emit_gpu_texts(plan, library);
    for (std::size_t t = 0; t < texts.texts.size(); ++t) {
        std::vector<std::string> kernels;
        for (std::size_t k = 0; k < plan.gpu_kernels.size(); ++k)
            if (texts.text_of[k] == static_cast<int>(t))
                kernels.push_back(plan.gpu_kernels[k].name);
        source.units.push_back({std::move(kernels), texts.texts[t].text});
    }
    return source;
}

}  // namespace

Result<EmittedSource> Engine::emit(const PrepareRequest& request, const std::atomic<bool>* cancel) {
    Result<Plan> made = plan(request, cancel);
    if (!made) return made.error();
    return made->gpu ? cuda_source(*made, request.library)
                     : host_source(*made, request.library, options().timed);
}

}  // namespace weft

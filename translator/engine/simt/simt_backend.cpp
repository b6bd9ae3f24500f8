#include "engine/simt/simt_backend.h"

#include "engine/parts.h"
#include "engine/simt/simt_program.h"
#include "passes/pipeline.h"
#include "runtime/simt/simt_executor.h"

namespace weft {

namespace {

/// What it pretends to be where no target is named.
constexpr const char* kUsualTarget = "sm_90";

class SimtBackend final : public Backend {
  public:
    explicit SimtBackend(std::shared_ptr<EngineParts> parts) : parts_(std::move(parts)) {}

    Result<std::optional<GpuTarget>> gpu() const override {
        const std::string& asked = parts_->options.target;
        const Result<GpuTarget> target = named_target(asked.empty() ? kUsualTarget : asked);
        if (!target) return target.error();
        return std::optional(*target);
    }

    /// The checker needs no registers: it plans with estimates, and always anew, for plans are what
    /// it proves.
    Result<std::unique_ptr<Prepared>> prepare(const PrepareRequest& request,
                                              const std::atomic<bool>* cancel) override {
        const EngineOptions& options = parts_->options;
        const Result<std::optional<GpuTarget>> target = gpu();
        if (!target) return target.error();
        Result<GpuPlan> plan =
            make_plan(parts_->gpu_context(request, **target), options.disabled_passes);
        if (!plan) return plan.error();
        Result<GpuProgram> program = simt_program(*std::move(plan), request.library,
                                                  *parts_->compiler, parts_->host, cancel);
        if (!program) return program.error();
        SimtOptions simt;
        simt.schedules = options.simt_schedules;
        simt.host_threads = parts_->host.cores;
        return make_simt_executor(*std::move(program), simt);
    }

  private:
    const std::shared_ptr<EngineParts> parts_;
};

}  // namespace

constinit const BackendInfo kSimtBackend{
    .name = "simt",
    .description = "GPU kernels on the CPU, every access and barrier checked: slow",
    .help = "GPU kernels checked on the CPU, slow",
    .plans = PlansFor::kGpu,
    .pretends = true,
    .make = [](const std::shared_ptr<EngineParts>& parts) -> std::unique_ptr<Backend> {
        return std::make_unique<SimtBackend>(parts);
    }};

}  // namespace weft

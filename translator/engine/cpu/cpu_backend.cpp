#include "engine/cpu/cpu_backend.h"

#include "engine/cpu/prepare_cpu.h"
#include "engine/parts.h"
#include "passes/pipeline.h"

namespace weft {

namespace {

class CpuBackend final : public Backend {
  public:
    explicit CpuBackend(std::shared_ptr<EngineParts> parts) : parts_(std::move(parts)) {}

    Result<std::unique_ptr<Prepared>> prepare(const PrepareRequest& request,
                                              const std::atomic<bool>* cancel) override {
        const EngineOptions& options = parts_->options;
        Result<CpuPlan> plan = make_plan(parts_->cpu_context(request), options.disabled_passes);
        if (!plan) return plan.error();
        return prepare_cpu(*std::move(plan), request.library, *parts_->compiler, options.timed,
                           cancel);
    }

  private:
    const std::shared_ptr<EngineParts> parts_;
};

}  // namespace

constinit const BackendInfo kCpuBackend{
    .name = "cpu",
    .description = "fused row pipelines, compiled for this machine, on all its cores",
    .plans = PlansFor::kCpu,
    .times_nodes = true,
    .make = [](const std::shared_ptr<EngineParts>& parts) -> std::unique_ptr<Backend> {
        return std::make_unique<CpuBackend>(parts);
    }};

}  // namespace weft

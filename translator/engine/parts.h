// What all back ends of an engine share: its options, the compilers, plans found before, and how
// plans are made of them.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "compile/host_compiler.h"
#include "compile/nvrtc/device_compiler.h"
#include "engine/gpu_planning.h"
#include "engine/options.h"
#include "engine/plan_cache.h"
#include "passes/cpu/cpu_context.h"
#include "passes/gpu/gpu_context.h"

namespace weft {

/// Shared with what has been prepared, which may come back to it: for bands of a picture, or for
/// another device in place of one that fails.
struct EngineParts {
    explicit EngineParts(EngineOptions options);

    /// What passes are told: for the host's processors, and for a GPU.
    CpuContext cpu_context(const PrepareRequest& request) const;
    GpuContext gpu_context(const PrepareRequest& request, const GpuTarget& target) const;

    /// kCancelled soon after `cancel`, if not null, has become true. Errors of plan_for_gpu().
    Result<PlannedGpu> plan_gpu(const PrepareRequest& request, const GpuTarget& target,
                                const std::atomic<bool>* cancel = nullptr);

    /// Remembers what users should hear of, for CompileStatistics::notes.
    void add_note(std::string note);
    /// Of both compilers, and the notes.
    CompileStatistics statistics() const;

    const EngineOptions options;
    const Target host;
    const std::shared_ptr<HostCompiler> compiler;
    const std::shared_ptr<DeviceCompiler> device_compiler;
    PlanCache plans;

  private:
    PlanContext context_of(const PrepareRequest& request) const;

    mutable std::mutex mutex_;
    std::vector<std::string> notes_;
};

/// The target of that name. kUsage, with the nearest name and all there are.
Result<GpuTarget> named_target(const std::string& name);

}  // namespace weft

// What all back ends of an engine share: options, compilers, the plan cache, and how plans are
// made.
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

/// Shared by the engine and by Prepareds that may plan again: for bands of a picture, or for
/// another device where one fails. Thread-safe.
struct EngineParts {
    explicit EngineParts(EngineOptions options);

    /// The contexts of planning for the host's CPU and for a GPU.
    CpuContext cpu_context(const PrepareRequest& request) const;
    GpuContext gpu_context(const PrepareRequest& request, const GpuTarget& target) const;

    /// plan_for_gpu() with the engine's cache and compiler; `cancel` may be null.
    Result<PlannedGpu> plan_gpu(const PrepareRequest& request, const GpuTarget& target,
                                const std::atomic<bool>* cancel = nullptr);

    /// Adds to CompileStatistics::notes, which users are shown.
    void add_note(std::string note);
    /// The sums of both compilers, and the notes.
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

/// The GPU target `name`. kUsage error otherwise, with the nearest name and all names.
Result<GpuTarget> named_target(const std::string& name);

}  // namespace weft

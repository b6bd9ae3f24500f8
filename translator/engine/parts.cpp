#include "engine/parts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "runtime/cpu/host_target.h"
#include "support/nearest.h"

namespace weft {

EngineParts::EngineParts(EngineOptions o)
    : options(std::move(o)),
      host(host_target(options.threads)),
      compiler(options.shared_compiler ? options.shared_compiler
                                       : make_host_compiler(options.compiler)),
      device_compiler(options.shared_device_compiler ? options.shared_device_compiler
                                                     : make_device_compiler(options.compiler)),
      plans(options.compiler) {}

PlanContext EngineParts::context_of(const PrepareRequest& request) const {
    return {.graph = request.graph,
            .library = request.library,
            .inputs = request.inputs,
            .regions = request.regions,
            .planar_inputs = request.planar_inputs,
            .planar_outputs = request.planar_outputs,
            .fast_math = options.math == MathMode::kFast,
            .range = request.range.empty() ? nullptr : &request.range,
            .verify = options.verify};
}

CpuContext EngineParts::cpu_context(const PrepareRequest& request) const {
    CpuContext context{context_of(request), host};
    if (request.threads > 0) context.target.cores = std::min(host.cores, request.threads);
    context.strip_height = options.strip_height;
    context.block_width = options.block_width;
    context.batch_rows = options.batch_rows;
    context.plane_by_plane = options.plane_by_plane;
    return context;
}

GpuContext EngineParts::gpu_context(const PrepareRequest& request, const GpuTarget& target) const {
    GpuContext context{context_of(request), target};
    context.choices = options.gpu;
    return context;
}

Result<PlannedGpu> EngineParts::plan_gpu(const PrepareRequest& request, const GpuTarget& target,
                                         const std::atomic<bool>* cancel) {
    return plan_for_gpu(gpu_context(request, target), options.disabled_passes, *device_compiler,
                        {.cache = &plans, .cancel = cancel});
}

void EngineParts::add_note(std::string note) {
    const std::lock_guard lock(mutex_);
    notes_.push_back(std::move(note));
}

CompileStatistics EngineParts::statistics() const {
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

Result<GpuTarget> named_target(const std::string& name) {
    if (const GpuTarget* const found = find_gpu_target(name)) return *found;
    std::vector<std::string> names;
    for (const GpuTarget& target : gpu_targets()) names.push_back(target.name);
    return Error{ErrorKind::kUsage, fmt::format("unknown target '{}'{}; targets: {}", name,
                                                did_you_mean(name, names), fmt::join(names, ", "))};
}

}  // namespace weft

#include "passes/gpu/check_kernels.h"

#include <fmt/format.h>

#include <set>

#include "models/occupancy.h"

namespace weft {

namespace {

/// The pass that gave the kernel its tiles.
const char* pass_behind(GpuKernelKind kind) {
    if (kind == GpuKernelKind::kTranspose) return "transpose";
    if (kind == GpuKernelKind::kAccumulate) return "accumulate";
    return kind == GpuKernelKind::kGroup ? "fuse" : "stage";
}

std::string broken_limit(const GpuTarget& target, const GpuKernel& kernel,
                         const ResidentBlocks& blocks) {
    const int threads = kernel.shape.threads();
    if (blocks.by_registers == 0)
        return fmt::format(
            "{} registers a thread for blocks of {} threads, of {} registers and at "
            "most {} a thread; a smaller structure (radius, taps) needs fewer",
            kernel.registers, threads, target.registers, target.max_registers_per_thread);
    if (blocks.by_shared == 0)
        return fmt::format("{} bytes of shared memory a block, of {}; turn off the pass '{}'",
                           kernel.shared_bytes, target.max_shared_per_block,
                           pass_behind(kernel.kind));
    return fmt::format("blocks of {} threads, of {} a block and {} a multiprocessor", threads,
                       target.max_threads_per_block, target.max_threads);
}

}  // namespace

Status check_kernels(const GpuPlan& plan) {
    std::set<Id<Stage>> computed;
    for (const GpuKernel& kernel : plan.kernels)
        computed.insert(kernel.stages.begin(), kernel.stages.end());
    if (computed.size() < plan.stages.size())
        return Error{
            ErrorKind::kInternal,
            fmt::format("{}: {} of {} stages are in no kernel; please report this with the "
                        "effect, the picture's size and the target",
                        plan.name, plan.stages.size() - computed.size(), plan.stages.size())};
    for (const GpuKernel& kernel : plan.kernels) {
        const ResidentBlocks blocks = resident_blocks(
            plan.target, {kernel.shape.threads(), kernel.registers, kernel.shared_bytes});
        if (blocks.count() > 0) continue;
        return Error{
            ErrorKind::kDevice,
            fmt::format("{} does not fit {} ({}): it needs {}", kernel.name, plan.target.name,
                        plan.target.description, broken_limit(plan.target, kernel, blocks))};
    }
    return {};
}

}  // namespace weft

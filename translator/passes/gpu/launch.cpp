// The paper's syntax-directed translation: every stage a kernel of its own, in place.
#include <fmt/format.h>

#include "passes/gpu/geometry.h"
#include "passes/gpu/gpu_passes.h"
#include "passes/gpu/kernel_resources.h"

namespace weft {

namespace {

GpuInput bind_input(const GpuPlan& plan, const GpuKernel& kernel, const ReadBy& by) {
    const StageInput& read = input_of(plan, by);
    GpuInput input;
    input.by = by;
    input.image = read.image;
    input.window = window_of(read.taps);
    return in_place(plan, kernel, input);
}

GpuKernel kernel_of(const GpuPlan& plan, Id<Stage> s) {
    const Stage& stage = plan.stages[s];
    GpuKernel kernel;
    kernel.name = own_kernel_name(plan, s);
    kernel.kind = stage.phase == Phase::kReduce   ? GpuKernelKind::kReduce
                  : stage.phase == Phase::kResult ? GpuKernelKind::kResult
                  : stage.is_scan()               ? GpuKernelKind::kScan
                                                  : GpuKernelKind::kParallel;
    kernel.stages = {s};
    kernel.outputs = stage.outputs;
    kernel.region = plan.images[stage.outputs.front()].region;
    kernel.planes = stage.planes;
    for (const Id<StageInput> i : stage.inputs.ids())
        kernel.inputs.add(bind_input(plan, kernel, {s, i}));
    return kernel;
}

}  // namespace

GpuPlan launch(GpuPlan plan, const GpuContext&, Decisions& decisions) {
    plan.kernels.clear();
    int bordered = 0, inputs = 0;
    for (const Id<Stage> s : plan.stages.ids()) {
        plan.kernels.add(kernel_of(plan, s));
        for (const GpuInput& input : plan.kernels.back().inputs) {
            bordered += input.access == GpuAccess::kBordered;
            ++inputs;
        }
    }
    decisions.add(plan.name,
                  fmt::format("{} kernels, one for each stage; of {} inputs {} may reach "
                              "over a border and are checked",
                              plan.kernels.size(), inputs, bordered));
    if (plan.target.stands_in())
        decisions.add(
            plan.target.name,
            fmt::format("the compiler knows no compute capability {}.{}: registers are "
                        "counted for {}.{}, times come from counts of operations",
                        plan.target.capability.major, plan.target.capability.minor,
                        plan.target.compiled_for().major, plan.target.compiled_for().minor));
    return plan;
}

}  // namespace weft

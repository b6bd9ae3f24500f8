// A kernel whose text a test writes itself, as a plan of that kernel alone and under the SIMT
// checker.
#pragma once

#include <string>
#include <utility>

#include "differential/compiler_fixture.h"
#include "emit/cuda/cuda_kernel.h"
#include "plan/gpu_target.h"
#include "runtime/simt/simt_executor.h"

namespace weft::test {

/// It reads a picture and writes another, both over `rows`; `functor` is the stage's, of a file of
/// that name.
inline GpuPlan plan_of_text(const std::string& functor, const std::string& file, const Rect& rows,
                            const GpuShape& shape, std::size_t shared_bytes) {
    GpuPlan plan;
    plan.target = *find_gpu_target("gtx-680");
    plan.images.resize(2);
    for (const Id<PlanImage> i : plan.images.ids()) {
        PlanImage& image = plan.images[i];
        image.name = i == Id<PlanImage>(0) ? "input" : "output";
        image.shape = {rows, 1};
        image.region = rows;
        plan.storage.add({Layout::kRows, plan.arena_bytes});
        plan.arena_bytes += gpu_picture_bytes(rows, Layout::kRows, 1, SampleType::kFloat32);
    }
    plan.images.front().source = FromInput{Id<GraphInput>(0)};
    Stage stage;
    stage.facts.name = functor;
    stage.facts.file = file;
    stage.facts.line = 1;
    stage.inputs.resize(1);
    plan.stages = {stage};
    GpuKernel kernel;
    kernel.name = functor;
    kernel.stages = {Id<Stage>(0)};
    GpuInput input;
    input.by = {Id<Stage>(0), Id<StageInput>(0)};
    input.image = Id<PlanImage>(0);
    kernel.inputs.add(input);
    kernel.outputs = {Id<PlanImage>(1)};
    kernel.region = rows;
    kernel.shape = shape;
    kernel.shared_bytes = shared_bytes;
    plan.kernels = {kernel};
    plan.outputs = {Id<PlanImage>(1)};
    plan.output_regions = {rows};
    plan.output_names = {"output"};
    return plan;
}

/// The plan's only kernel compiled from `text`, the preamble included, as `symbol`.
inline Result<GpuProgram> program_of_text(GpuPlan plan, const std::string& symbol,
                                          const std::string& text) {
    auto object = shared_compiler()->compile({symbol, text, "native", false, {}});
    if (!object) return object.error();
    GpuProgram program;
    program.plan = std::move(plan);
    GpuCode code;
    code.symbol = symbol;
    code.function =
        reinterpret_cast<void (*)(const void*)>((*object)->symbol((symbol + "_simt").c_str()));
    code.hooks = static_cast<const SimtHooks**>((*object)->symbol("weft_simt_hooks"));
    code.keep_alive = *object;
    program.code_of.add(program.code.add(std::move(code)));
    return program;
}

}  // namespace weft::test

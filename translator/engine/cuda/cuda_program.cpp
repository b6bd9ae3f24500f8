#include "engine/cuda/cuda_program.h"

#include "passes/gpu/external_images.h"

namespace weft {

Result<GpuProgram> cuda_program(PlannedGpu planned) {
    if (planned.code.size() != planned.texts.texts.size())
        return Error{ErrorKind::kDevice, planned.why_not_compiled};
    GpuProgram program;
    for (const Id<CudaKernelText> t : planned.texts.texts.ids()) {
        GpuCode code;
        code.symbol = planned.texts.texts[t].symbol;
        code.cubin = planned.code[t]->cubin;
        program.code.add(std::move(code));
    }
    for (const Id<CudaKernelText> text : planned.texts.text_of)
        program.code_of.add(Id<GpuCode>(text.number()));
    program.plan = std::move(planned.plan);
    return program;
}

Result<GpuProgram> cuda_program(EngineParts& parts, const PrepareRequest& request,
                                const GpuTarget& target, const std::atomic<bool>* cancel) {
    Result<PlannedGpu> planned = parts.plan_gpu(request, target, cancel);
    if (!planned) return planned.error();
    return cuda_program(*std::move(planned));
}

Result<GpuProgram> cuda_program_in_place(GpuPlan plan, const Library& library,
                                         const ExternalPorts& ports, DeviceCompiler& compiler) {
    PlanInPlace in_place = plan_in_place(std::move(plan), ports);
    PlannedGpu planned;
    planned.plan = std::move(in_place.plan);
    planned.texts = emit_gpu_texts(planned.plan, library, in_place.external);
    std::vector<GpuCompilation> all;
    add_texts(all, planned.plan, planned.texts, true);
    if (Status ok = compile(all, planned.plan, compiler, 0, nullptr); !ok) return ok.error();
    for (const GpuCompilation& compiled : all) planned.code.add(compiled.code);
    Result<GpuProgram> program = cuda_program(std::move(planned));
    if (program) program->external = std::move(in_place.external);
    return program;
}

Result<ResidentProgram> resident_program(EngineParts& parts, const PrepareRequest& request,
                                         const ExternalPorts& ports, const GpuTarget& target) {
    // Without a compiler, a search of plans would only find that out.
    if (const auto version = nvrtc_version(); !version) return version.error();
    // However pictures lie, the plan is the same: it is searched for once.
    Result<PlannedGpu> planned = parts.plan_gpu(request, target);
    if (!planned) return planned.error();
    const Result<GpuProgram> made = cuda_program_in_place(std::move(planned->plan), request.library,
                                                          ports, *parts.device_compiler);
    if (!made) return made.error();
    return ResidentProgram{list_launches(*made), ports};
}

}  // namespace weft

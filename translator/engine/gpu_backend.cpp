#include "engine/gpu_backend.h"

#include <fmt/format.h>

#include "engine/in_parallel.h"

namespace weft {

Result<GpuProgram> cuda_program(PlannedGpu planned) {
    if (planned.code.size() != planned.texts.texts.size())
        return Error{ErrorKind::kDevice, planned.why_not_compiled};
    GpuProgram program;
    for (std::size_t t = 0; t < planned.code.size(); ++t) {
        program.code.emplace_back();
        program.code.back().symbol = planned.texts.texts[t].symbol;
        program.code.back().cubin = planned.code[t]->cubin;
    }
    program.code_of = planned.texts.text_of;
    program.plan = std::move(planned.plan);
    return program;
}

Result<LaunchCode> exchange_code(DeviceCompiler& compiler, const Plan& plan) {
    const CudaKernelText text = emit_exchange_kernel();
    const auto code = compiler.compile({text.symbol, text.symbol, cuda_preamble() + text.text,
                                        plan.gpu->compiled_for().number(), false});
    if (!code) return code.error();
    return LaunchCode{text.symbol, (*code)->cubin};
}

Result<GpuProgram> simt_program(Plan plan, const Library& library, HostCompiler& compiler,
                                const Target& host, const std::atomic<bool>* cancel) {
    const GpuTexts texts = emit_gpu_texts(plan, library);
    GpuProgram program;
    program.code.resize(texts.texts.size());
    program.code_of = texts.text_of;
    const auto compile = [&](std::size_t t) -> Status {
        const CudaKernelText& text = texts.texts[t];
        auto object = compiler.compile({text.symbol + ".simt",
                                        simt_preamble() + text.text + simt_epilogue(text),
                                        host.cpu,
                                        plan.fast_math,
                                        {}},
                                       cancel);
        if (!object) return object.error();
        void* const entry = (*object)->symbol((text.symbol + "_simt").c_str());
        void* const hooks = (*object)->symbol("weft_simt_hooks");
        if (entry == nullptr || hooks == nullptr)
            return Error{ErrorKind::kInternal,
                         fmt::format("{}: compiled code lacks its entry", text.symbol)};
        GpuCode& code = program.code[t];
        code.symbol = text.symbol;
        code.function = reinterpret_cast<void (*)(const void*)>(entry);
        code.hooks = static_cast<const SimtHooks**>(hooks);
        code.keep_alive = *object;
        return {};
    };
    if (Status ok = in_parallel(texts.texts.size(), host.cores, compile, cancel); !ok)
        return ok.error();
    program.plan = std::move(plan);
    return program;
}

}  // namespace weft

#include "engine/simt/simt_program.h"

#include <fmt/format.h>

#include "engine/gpu_texts.h"
#include "engine/in_parallel.h"
#include "passes/gpu/external_images.h"

namespace weft {

namespace {

Result<GpuProgram> simt_program_of(PlanInPlace made, const Library& library, HostCompiler& compiler,
                                   const Target& host, const std::atomic<bool>* cancel) {
    const GpuPlan& plan = made.plan;
    const GpuTexts texts = emit_gpu_texts(plan, library, made.external);
    const std::string preamble = simt_preamble();
    GpuProgram program;
    program.code.resize(texts.texts.size());
    for (const Id<CudaKernelText> text : texts.text_of)
        program.code_of.add(Id<GpuCode>(text.number()));
    const auto compile = [&](std::size_t t) -> Status {
        const CudaKernelText& text = texts.texts[Id<CudaKernelText>(t)];
        auto object = compiler.compile({text.symbol + ".simt",
                                        preamble + text.text + simt_epilogue(text),
                                        host.cpu,
                                        plan.fast_math,
                                        {},
                                        preamble.size()},
                                       cancel);
        if (!object) return object.error();
        void* const entry = (*object)->symbol((text.symbol + "_simt").c_str());
        void* const hooks = (*object)->symbol("weft_simt_hooks");
        if (entry == nullptr || hooks == nullptr)
            return Error{ErrorKind::kInternal,
                         fmt::format("{}: compiled code lacks its entry", text.symbol)};
        GpuCode& code = program.code[Id<GpuCode>(t)];
        code.symbol = text.symbol;
        code.function = reinterpret_cast<void (*)(const void*)>(entry);
        code.hooks = static_cast<const SimtHooks**>(hooks);
        code.keep_alive = *object;
        return {};
    };
    if (Status ok = in_parallel(texts.texts.size(), host.cores, compile, cancel); !ok)
        return ok.error();
    program.plan = std::move(made.plan);
    program.external = std::move(made.external);
    return program;
}

}  // namespace

Result<GpuProgram> simt_program(GpuPlan plan, const Library& library, HostCompiler& compiler,
                                const Target& host, const std::atomic<bool>* cancel) {
    return simt_program_of({std::move(plan), {}}, library, compiler, host, cancel);
}

Result<GpuProgram> simt_program_in_place(GpuPlan plan, const Library& library,
                                         const ExternalPorts& ports, HostCompiler& compiler,
                                         const Target& host) {
    return simt_program_of(plan_in_place(std::move(plan), ports), library, compiler, host, nullptr);
}

}  // namespace weft

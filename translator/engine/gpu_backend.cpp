#include "engine/gpu_backend.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "engine/in_parallel.h"
#include "passes/gpu/kernel_resources.h"
#include "passes/pipeline.h"

namespace weft {

namespace {

/// Groups and shapes follow registers, and registers, through launch bounds, them. What has been
/// compiled once is known from then on, so that rounds end when nothing that was only estimated
/// looks better; a plan of the last round is right whatever it says.
constexpr int kMaxRounds = 6;

int compile_threads() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

/// Compiles every text. An error of kind kDevice says that there is no compiler for this target.
Status compile_texts(const Plan& plan, const GpuTexts& texts, DeviceCompiler& compiler,
                     std::vector<std::shared_ptr<const DeviceCode>>& code) {
    code.assign(texts.texts.size(), nullptr);
    const std::string preamble = cuda_preamble();
    return in_parallel(texts.texts.size(), compile_threads(), [&](std::size_t t) -> Status {
        const auto kernel = std::find(texts.text_of.begin(), texts.text_of.end(), t);
        const std::string& name = plan.gpu_kernels[kernel - texts.text_of.begin()].name;
        auto compiled =
            compiler.compile({name, texts.texts[t].symbol, preamble + texts.texts[t].text,
                              plan.gpu->compiled_for().number(), plan.fast_math});
        if (!compiled) return compiled.error();
        code[t] = *std::move(compiled);
        return {};
    });
}

std::map<std::string, int> registers_of(const PlannedGpu& planned) {
    std::map<std::string, int> registers;
    for (std::size_t k = 0; k < planned.plan.gpu_kernels.size(); ++k)
        registers[form_of(planned.plan.gpu_kernels[k])] =
            planned.code[planned.texts.text_of[k]]->registers;
    return registers;
}

}  // namespace

GpuTexts emit_gpu_texts(const Plan& plan, const Library& library) {
    GpuTexts result;
    for (const GpuKernel& kernel : plan.gpu_kernels) {
        CudaKernelText text = emit_cuda_kernel(plan, kernel, library);
        const auto same =
            std::find_if(result.texts.begin(), result.texts.end(),
                         [&](const CudaKernelText& t) { return t.text == text.text; });
        result.text_of.push_back(static_cast<int>(same - result.texts.begin()));
        if (same == result.texts.end()) result.texts.push_back(std::move(text));
    }
    return result;
}

Result<PlannedGpu> plan_for_gpu(PlanContext context, const std::vector<std::string>& disabled,
                                DeviceCompiler& compiler) {
    PlannedGpu planned;
    for (int round = 0; round < kMaxRounds; ++round) {
        Result<Plan> plan = make_plan(context, disabled);
        if (!plan) return plan.error();
        GpuTexts texts = emit_gpu_texts(*plan, context.library);
        const bool settled = round > 0 && texts == planned.texts;
        planned.plan = *std::move(plan);
        planned.texts = std::move(texts);
        if (settled) break;
        if (Status ok = compile_texts(planned.plan, planned.texts, compiler, planned.code); !ok) {
            // A kernel that is refused is an error; a compiler that is not there is a fact.
            if (ok.error().kind != ErrorKind::kDevice) return ok.error();
            planned.code.clear();
            planned.why_not_compiled = ok.error().message;
            break;
        }
        // The same form may take more or fewer in another shape: the most, or shapes would
        // alternate.
        for (auto& [form, registers] : registers_of(planned))
            context.registers[form] = std::max(context.registers[form], registers);
    }
    return planned;
}

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

Result<GpuProgram> simt_program(Plan plan, const Library& library, HostCompiler& compiler,
                                const Target& host) {
    const GpuTexts texts = emit_gpu_texts(plan, library);
    GpuProgram program;
    program.code.resize(texts.texts.size());
    program.code_of = texts.text_of;
    const Status ok = in_parallel(texts.texts.size(), host.cores, [&](std::size_t t) -> Status {
        const CudaKernelText& text = texts.texts[t];
        auto object = compiler.compile({text.symbol + ".simt",
                                        simt_preamble() + text.text + simt_epilogue(text),
                                        host.cpu,
                                        plan.fast_math,
                                        {}});
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
    });
    if (!ok) return ok.error();
    program.plan = std::move(plan);
    return program;
}

}  // namespace weft

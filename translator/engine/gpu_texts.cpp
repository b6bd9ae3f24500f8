#include "engine/gpu_texts.h"

#include <algorithm>

#include "compile/cache_key.h"
#include "engine/gpu_figures.h"
#include "engine/in_parallel.h"
#include "passes/gpu/kernel_resources.h"
#include "support/cores.h"

namespace weft {

GpuTexts emit_gpu_texts(const GpuPlan& plan, const Library& library,
                        const ExternalImages& external) {
    GpuTexts result;
    for (const GpuKernel& kernel : plan.kernels) {
        CudaKernelText text = emit_cuda_kernel(plan, kernel, library, external);
        const Ids<CudaKernelText> known = result.texts.ids();
        const auto same = std::find_if(known.begin(), known.end(), [&](Id<CudaKernelText> t) {
            return result.texts[t].text == text.text;
        });
        result.text_of.add(same != known.end() ? *same : result.texts.add(std::move(text)));
    }
    return result;
}

std::string hash_of(const GpuTexts& texts) {
    KeyBuilder key;
    for (const CudaKernelText& text : texts.texts) key.add(text.symbol).add(text.text);
    for (const Id<CudaKernelText> text : texts.text_of) key.add(text.number());
    return key.key();
}

namespace {

/// The compilation of the text, to which the kernel's form is added.
GpuCompilation& with_form(std::vector<GpuCompilation>& all, const GpuPlan& plan,
                          const GpuKernel& kernel, const CudaKernelText& text) {
    auto at = std::find_if(all.begin(), all.end(),
                           [&](const GpuCompilation& c) { return c.text.text == text.text; });
    if (at == all.end()) {
        at = all.emplace(all.end());
        at->text = text;
        at->name = kernel.name;
    }
    at->forms.push_back({form_of(kernel), expected_instructions(plan, kernel)});
    return *at;
}

}  // namespace

void add_text(std::vector<GpuCompilation>& all, const GpuPlan& plan, const GpuTexts& texts,
              Id<GpuKernel> kernel, bool needed) {
    GpuCompilation& compilation =
        with_form(all, plan, plan.kernels[kernel], texts.texts[texts.text_of[kernel]]);
    compilation.needed = compilation.needed || needed;
}

void add_form(std::vector<GpuCompilation>& all, const GpuPlan& plan, const GpuKernel& kernel,
              const CudaKernelText& text) {
    with_form(all, plan, kernel, text);
}

void add_texts(std::vector<GpuCompilation>& all, const GpuPlan& plan, const GpuTexts& texts,
               bool needed) {
    for (const Id<GpuKernel> k : plan.kernels.ids()) add_text(all, plan, texts, k, needed);
}

Status compile(std::vector<GpuCompilation>& all, const GpuPlan& plan, DeviceCompiler& compiler,
               int threads, const std::atomic<bool>* cancel) {
    const std::string preamble = cuda_preamble();
    if (threads <= 0) threads = available_cores();
    const auto one = [&](std::size_t i) -> Status {
        GpuCompilation& c = all[i];
        auto compiled = compiler.compile({c.name, c.text.symbol, preamble + c.text.text,
                                          plan.target.compiled_for().number(), plan.fast_math});
        if (compiled) {
            c.code = *std::move(compiled);
            return {};
        }
        const bool refused = compiled.error().kind == ErrorKind::kCompile;
        if (refused && !c.needed) return {};
        return compiled.error();
    };
    return in_parallel(all.size(), threads, one, cancel);
}

}  // namespace weft

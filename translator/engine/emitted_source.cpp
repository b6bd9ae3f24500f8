#include "engine/emitted_source.h"

#include "emit/host/host_kernel.h"
#include "engine/gpu_texts.h"

namespace weft {

namespace {

EmittedSource source_of(const CpuPlan& plan, const Library& library, bool timed) {
    EmittedSource source{host_preamble(plan.target), {}};
    for (const Kernel& kernel : plan.kernels)
        source.units.push_back(
            {{kernel.name}, emit_host_kernel(plan, kernel, library, {.timed = timed}).text});
    return source;
}

EmittedSource source_of(const GpuPlan& plan, const Library& library, bool) {
    EmittedSource source{cuda_preamble(), {}};
    const GpuTexts texts = emit_gpu_texts(plan, library);
    for (const Id<CudaKernelText> t : texts.texts.ids()) {
        std::vector<std::string> kernels;
        for (const Id<GpuKernel> k : plan.kernels.ids())
            if (texts.text_of[k] == t) kernels.push_back(plan.kernels[k].name);
        source.units.push_back({std::move(kernels), texts.texts[t].text});
    }
    return source;
}

}  // namespace

EmittedSource emitted_source(const Plan& plan, const Library& library, bool timed) {
    return std::visit([&](const auto& each) { return source_of(each, library, timed); }, plan);
}

}  // namespace weft

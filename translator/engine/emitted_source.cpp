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
    for (std::size_t t = 0; t < texts.texts.size(); ++t) {
        std::vector<std::string> kernels;
        for (std::size_t k = 0; k < plan.kernels.size(); ++k)
            if (texts.text_of[k] == static_cast<int>(t)) kernels.push_back(plan.kernels[k].name);
        source.units.push_back({std::move(kernels), texts.texts[t].text});
    }
    return source;
}

}  // namespace

EmittedSource emitted_source(const Plan& plan, const Library& library, bool timed) {
    return std::visit([&](const auto& each) { return source_of(each, library, timed); }, plan);
}

}  // namespace weft

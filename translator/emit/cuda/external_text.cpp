#include "emit/cuda/external_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "emit/cuda/gpu_preamble_text.h"

namespace weft {

std::string cuda_picture_type(const ExternalImages& external, Id<PlanImage> image) {
    const std::optional<ExternalLayout> layout = external_of(external, image);
    if (!layout) return kPlainPicture;
    constexpr std::array<const char*, 4> kFormats{"kU8", "kU16", "kHalf", "kFloat"};
    return fmt::format("weft::ExternalPicture<weft::{}, {}{}>",
                       kFormats[static_cast<std::size_t>(layout->format)], layout->step,
                       layout->aligned ? "" : ", false");
}

std::string cuda_input_type(const GpuKernel& kernel, const ExternalImages& external,
                            Id<PlanImage> image) {
    const bool past_first = kernel.group.transaction_bytes == kSecondLevelBytes;
    if (past_first && !external_of(external, image)) return "weft::SecondLevelPicture";
    return cuda_picture_type(external, image);
}

bool has_external(const GpuKernel& kernel, const ExternalImages& external) {
    const auto one = [&](Id<PlanImage> image) { return external_of(external, image).has_value(); };
    return (kernel.source && one(*kernel.source)) ||
           std::any_of(kernel.outputs.begin(), kernel.outputs.end(), one) ||
           std::any_of(kernel.inputs.begin(), kernel.inputs.end(),
                       [&](const GpuInput& input) { return one(input.image); });
}

std::string external_head(const GpuKernel& kernel, const ExternalImages& external) {
    return has_external(kernel, external) ? external_pictures_text() : "";
}

}  // namespace weft

#include "passes/gpu/external_images.h"

#include <algorithm>

#include "passes/gpu/geometry.h"
#include "passes/gpu/gpu_passes.h"
#include "passes/gpu/lifetimes.h"

namespace weft {

namespace {

bool is_only_stored(const GpuPlan& plan, int image) {
    const PlanImage& i = plan.images[static_cast<std::size_t>(image)];
    return !i.graph_input() && i.graph_outputs.size() == 1 &&
           std::none_of(plan.kernels.begin(), plan.kernels.end(), [&](const GpuKernel& k) {
               const std::vector<int> read = images_read(k);
               return std::binary_search(read.begin(), read.end(), image);
           });
}

/// Makes output `o` a picture of its own, to which a last kernel copies what it was. That kernel is
/// a transposition: an external picture takes either layout.
void copy_output(GpuPlan& plan, int o) {
    const auto output = static_cast<std::size_t>(o);
    const int from = plan.outputs[output], to = static_cast<int>(plan.images.size());
    PlanImage copy = plan.images[static_cast<std::size_t>(from)];
    std::erase(plan.images[static_cast<std::size_t>(from)].graph_outputs, o);
    copy.name = plan.output_names[output];
    copy.region = plan.output_regions[output];
    copy.source = CopyOf{from};
    copy.graph_outputs = {o};
    const Layout other =
        storage_of(plan, from).layout == Layout::kRows ? Layout::kColumns : Layout::kRows;

    GpuKernel kernel;
    kernel.kind = GpuKernelKind::kTranspose;
    kernel.name = plan.name + " to " + copy.name;
    kernel.source = from;
    kernel.outputs = {to};
    kernel.layout = other;
    kernel.region = copy.region;
    kernel.planes = copy.shape.planes;
    kernel.shared_bytes = kTransposeBytes;
    plan.outputs[output] = to;
    plan.images.push_back(std::move(copy));
    plan.storage.push_back({other});
    kernel.shape = launch_shape(plan, kernel, kTransposeTile, 8);
    plan.kernels.push_back(std::move(kernel));
}

}  // namespace

PlanInPlace plan_in_place(GpuPlan plan, const ExternalPorts& ports) {
    for (int o = 0; o < static_cast<int>(plan.outputs.size()); ++o)
        if (!is_only_stored(plan, plan.outputs[static_cast<std::size_t>(o)])) copy_output(plan, o);
    ExternalImages external(plan.images.size());
    for (std::size_t i = 0; i < plan.images.size(); ++i) {
        const PlanImage& image = plan.images[i];
        if (const std::optional<int> input = image.graph_input())
            external[i] = ports.inputs[static_cast<std::size_t>(*input)];
        else if (!image.graph_outputs.empty())
            external[i] = ports.outputs[static_cast<std::size_t>(image.graph_outputs.front())];
    }
    plan = place_own_pictures(std::move(plan), external);
    return {std::move(plan), std::move(external)};
}

}  // namespace weft

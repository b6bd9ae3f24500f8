#include "passes/gpu/external_images.h"

#include <algorithm>

#include "passes/gpu/geometry.h"
#include "passes/gpu/gpu_passes.h"
#include "passes/gpu/lifetimes.h"

namespace weft {

namespace {

bool is_only_stored(const GpuPlan& plan, Id<PlanImage> image) {
    const PlanImage& i = plan.images[image];
    return !i.graph_input() && i.graph_outputs.size() == 1 &&
           std::none_of(plan.kernels.begin(), plan.kernels.end(), [&](const GpuKernel& k) {
               const std::vector<Id<PlanImage>> read = images_read(k);
               return std::binary_search(read.begin(), read.end(), image);
           });
}

/// Makes the output a picture of its own, to which a last kernel copies what it was. That kernel is
/// a transposition: an external picture takes either layout.
void copy_output(GpuPlan& plan, Id<GraphOutput> output) {
    const Id<PlanImage> from = plan.outputs[output], to(plan.images.size());
    PlanImage copy = plan.images[from];
    std::erase(plan.images[from].graph_outputs, output);
    copy.name = plan.output_names[output];
    copy.region = plan.output_regions[output];
    copy.source = CopyOf{from};
    copy.graph_outputs = {output};
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
    plan.images.add(std::move(copy));
    plan.storage.add({other});
    kernel.shape = launch_shape(plan, kernel, kTransposeTile, 8);
    plan.kernels.add(std::move(kernel));
}

}  // namespace

PlanInPlace plan_in_place(GpuPlan plan, const ExternalPorts& ports) {
    for (const Id<GraphOutput> o : plan.outputs.ids())
        if (!is_only_stored(plan, plan.outputs[o])) copy_output(plan, o);
    ExternalImages external(plan.images.size());
    for (const Id<PlanImage> i : plan.images.ids()) {
        const PlanImage& image = plan.images[i];
        if (const auto input = image.graph_input())
            external[i] = ports.inputs[input->index()];
        else if (!image.graph_outputs.empty())
            external[i] = ports.outputs[image.graph_outputs.front().index()];
    }
    plan = place_own_pictures(std::move(plan), external);
    return {std::move(plan), std::move(external)};
}

}  // namespace weft

#include "passes/gpu/copies.h"

#include <fmt/format.h>

#include <algorithm>

#include "passes/gpu/lifetimes.h"

namespace weft {

namespace {

PlanImage& image_of(GpuPlan& plan, int image) {
    return plan.images[static_cast<std::size_t>(image)];
}

int add_copy(GpuPlan& plan, int of, Layout layout, const std::string& stage) {
    PlanImage copy = image_of(plan, of);
    copy.name = fmt::format("{} by {} {} {}", image_of(plan, original_of(plan, of)).name,
                            layout == Layout::kRows ? "rows" : "columns",
                            layout == Layout::kRows ? "from" : "for", stage);
    copy.source = CopyOf{of};
    copy.graph_outputs.clear();
    plan.images.push_back(std::move(copy));
    plan.storage.push_back({layout});
    return static_cast<int>(plan.images.size()) - 1;
}

GpuKernel copying_kernel(const GpuPlan& plan, int s, int from, int to) {
    const PlanImage& target = plan.images[static_cast<std::size_t>(to)];
    GpuKernel kernel;
    kernel.kind = GpuKernelKind::kTranspose;
    kernel.name = fmt::format("{}.{:02} {}", plan.name, s, target.name);
    kernel.source = from;
    kernel.outputs = {to};
    kernel.layout = storage_of(plan, to).layout;
    kernel.region = target.region;
    kernel.planes = target.shape.planes;
    return kernel;
}

bool is_read(const GpuPlan& plan, int image) {
    if (!plan.images[static_cast<std::size_t>(image)].graph_outputs.empty()) return true;
    return std::any_of(plan.kernels.begin(), plan.kernels.end(), [&](const GpuKernel& k) {
        const std::vector<int> read = images_read(k);
        return std::find(read.begin(), read.end(), image) != read.end();
    });
}

void move_output(GpuPlan& plan, int from, int to) {
    std::vector<int>& outputs = image_of(plan, from).graph_outputs;
    for (int o : outputs) plan.outputs[static_cast<std::size_t>(o)] = to;
    image_of(plan, to).graph_outputs.insert(image_of(plan, to).graph_outputs.end(), outputs.begin(),
                                            outputs.end());
    outputs.clear();
}

void read_instead(GpuPlan& plan, GpuKernel& kernel, int from, int to) {
    if (kernel.source == from) kernel.source = to;
    if (kernel.kind == GpuKernelKind::kTranspose)
        for (int output : kernel.outputs)
            if (image_of(plan, output).original() == from)
                image_of(plan, output).source = CopyOf{to};
    for (GpuInput& input : kernel.inputs) {
        if (input.image != from) continue;
        input.image = to;
        plan.stages[static_cast<std::size_t>(input.stage)]
            .inputs[static_cast<std::size_t>(input.input)]
            .image = to;
    }
}

void renumber(GpuPlan& plan, const std::vector<int>& number) {
    const auto mapped = [&](int& image) {
        if (image >= 0) image = number[static_cast<std::size_t>(image)];
    };
    for (Stage& stage : plan.stages) {
        for (StageInput& input : stage.inputs) mapped(input.image);
        for (int& output : stage.outputs) mapped(output);
    }
    for (GpuKernel& kernel : plan.kernels) {
        mapped(kernel.source);
        for (GpuInput& input : kernel.inputs) mapped(input.image);
        for (int& output : kernel.outputs) mapped(output);
    }
    for (PlanImage& image : plan.images)
        if (auto* copy = std::get_if<CopyOf>(&image.source)) mapped(copy->image);
    for (int& output : plan.outputs) mapped(output);
}

}  // namespace

int kernel_of_stage(const GpuPlan& plan, int s) {
    for (std::size_t k = 0; k < plan.kernels.size(); ++k)
        for (int stage : plan.kernels[k].stages)
            if (stage == s) return static_cast<int>(k);
    return -1;
}

GpuPlan with_kernel_transposed(GpuPlan plan, int k) {
    GpuKernel kernel = plan.kernels[static_cast<std::size_t>(k)];
    const int s = kernel.stages.front();
    const std::string stage = plan.stages[static_cast<std::size_t>(s)].name;
    std::vector<GpuKernel> before, after;
    for (int image : images_read(kernel)) {
        const int copy = add_copy(plan, image, Layout::kColumns, stage);
        if (!image_of(plan, image).region.empty())
            before.push_back(copying_kernel(plan, s, image, copy));
        read_instead(plan, kernel, image, copy);
    }
    kernel.layout = Layout::kColumns;
    const auto place = plan.kernels.begin() + k;
    *place = kernel;
    for (int output : kernel.outputs) {
        plan.storage[static_cast<std::size_t>(output)].layout = Layout::kColumns;
        if (!is_read(plan, output)) continue;
        const int copy = add_copy(plan, output, Layout::kRows, stage);
        redirect_readers(plan, output, copy);
        after.push_back(copying_kernel(plan, s, output, copy));
    }
    plan.kernels.insert(plan.kernels.begin() + k + 1, after.begin(), after.end());
    plan.kernels.insert(plan.kernels.begin() + k, before.begin(), before.end());
    return plan;
}

void redirect_readers(GpuPlan& plan, int from, int to, std::size_t first) {
    for (std::size_t k = first; k < plan.kernels.size(); ++k)
        read_instead(plan, plan.kernels[k], from, to);
    move_output(plan, from, to);
}

int remove_unread_copies(GpuPlan& plan) {
    const std::size_t before = plan.kernels.size();
    for (bool changed = true; changed;) {
        std::vector<GpuKernel> kept;
        for (const GpuKernel& kernel : plan.kernels)
            if (kernel.kind != GpuKernelKind::kTranspose || is_read(plan, kernel.outputs.front()))
                kept.push_back(kernel);
        changed = kept.size() < plan.kernels.size();
        plan.kernels = std::move(kept);
    }
    std::vector<bool> gone;
    for (std::size_t i = 0; i < plan.images.size(); ++i)
        gone.push_back(plan.images[i].original() && !is_read(plan, static_cast<int>(i)));
    std::vector<int> number(plan.images.size(), -1);
    std::vector<PlanImage> images;
    std::vector<GpuStorage> storage;
    for (std::size_t i = 0; i < plan.images.size(); ++i) {
        if (gone[i]) continue;
        number[i] = static_cast<int>(images.size());
        images.push_back(plan.images[i]);
        storage.push_back(plan.storage[i]);
        if (auto* copy = std::get_if<CopyOf>(&images.back().source))
            while (gone[static_cast<std::size_t>(copy->image)])
                copy->image = *image_of(plan, copy->image).original();
    }
    plan.images = std::move(images);
    plan.storage = std::move(storage);
    renumber(plan, number);
    return static_cast<int>(before - plan.kernels.size());
}

}  // namespace weft

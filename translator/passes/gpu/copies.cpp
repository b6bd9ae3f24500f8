#include "passes/gpu/copies.h"

#include <fmt/format.h>

#include <algorithm>

#include "passes/gpu/lifetimes.h"

namespace weft {

namespace {

Id<PlanImage> add_copy(GpuPlan& plan, Id<PlanImage> of, Layout layout, const std::string& stage) {
    PlanImage copy = plan.images[of];
    copy.name = fmt::format("{} by {} {} {}", plan.images[original_of(plan, of)].name,
                            layout == Layout::kRows ? "rows" : "columns",
                            layout == Layout::kRows ? "from" : "for", stage);
    copy.source = CopyOf{of};
    copy.graph_outputs.clear();
    plan.storage.add({layout});
    return plan.images.add(std::move(copy));
}

GpuKernel copying_kernel(const GpuPlan& plan, Id<Stage> s, Id<PlanImage> from, Id<PlanImage> to) {
    const PlanImage& target = plan.images[to];
    GpuKernel kernel;
    kernel.kind = GpuKernelKind::kTranspose;
    kernel.name = fmt::format("{}.{:02} {}", plan.name, s.number(), target.name);
    kernel.source = from;
    kernel.outputs = {to};
    kernel.layout = storage_of(plan, to).layout;
    kernel.region = target.region;
    kernel.planes = target.shape.planes;
    return kernel;
}

bool is_read(const GpuPlan& plan, Id<PlanImage> image) {
    if (!plan.images[image].graph_outputs.empty()) return true;
    return std::any_of(plan.kernels.begin(), plan.kernels.end(), [&](const GpuKernel& k) {
        const std::vector<Id<PlanImage>> read = images_read(k);
        return std::find(read.begin(), read.end(), image) != read.end();
    });
}

void move_output(GpuPlan& plan, Id<PlanImage> from, Id<PlanImage> to) {
    std::vector<Id<GraphOutput>>& outputs = plan.images[from].graph_outputs;
    for (const Id<GraphOutput> o : outputs) plan.outputs[o] = to;
    plan.images[to].graph_outputs.insert(plan.images[to].graph_outputs.end(), outputs.begin(),
                                         outputs.end());
    outputs.clear();
}

void read_instead(GpuPlan& plan, GpuKernel& kernel, Id<PlanImage> from, Id<PlanImage> to) {
    if (kernel.source == from) kernel.source = to;
    if (kernel.kind == GpuKernelKind::kTranspose)
        for (const Id<PlanImage> output : kernel.outputs)
            if (plan.images[output].original() == from) plan.images[output].source = CopyOf{to};
    for (GpuInput& input : kernel.inputs) {
        if (input.image != from) continue;
        input.image = to;
        plan.stages[input.by.stage].inputs[input.by.input].image = to;
    }
}

void renumber(GpuPlan& plan, const Table<Id<PlanImage>, PlanImage>& numbers) {
    const auto mapped = [&](Id<PlanImage>& image) {
        if (numbers.has(image)) image = numbers[image];
    };
    for (Stage& stage : plan.stages) {
        for (StageInput& input : stage.inputs) mapped(input.image);
        for (Id<PlanImage>& output : stage.outputs) mapped(output);
    }
    for (GpuKernel& kernel : plan.kernels) {
        if (kernel.source) mapped(*kernel.source);
        for (GpuInput& input : kernel.inputs) mapped(input.image);
        for (Id<PlanImage>& output : kernel.outputs) mapped(output);
    }
    for (PlanImage& image : plan.images)
        if (auto* copy = std::get_if<CopyOf>(&image.source)) mapped(copy->image);
    for (Id<PlanImage>& output : plan.outputs) mapped(output);
}

}  // namespace

std::optional<Id<GpuKernel>> kernel_of_stage(const GpuPlan& plan, Id<Stage> s) {
    for (const Id<GpuKernel> k : plan.kernels.ids())
        for (const Id<Stage> stage : plan.kernels[k].stages)
            if (stage == s) return k;
    return std::nullopt;
}

GpuPlan with_kernel_transposed(GpuPlan plan, Id<GpuKernel> k) {
    GpuKernel kernel = plan.kernels[k];
    const Id<Stage> s = kernel.stages.front();
    const std::string stage = plan.stages[s].name;
    std::vector<GpuKernel> before, after;
    for (const Id<PlanImage> image : images_read(kernel)) {
        const Id<PlanImage> copy = add_copy(plan, image, Layout::kColumns, stage);
        if (!plan.images[image].region.empty())
            before.push_back(copying_kernel(plan, s, image, copy));
        read_instead(plan, kernel, image, copy);
    }
    kernel.layout = Layout::kColumns;
    plan.kernels[k] = kernel;
    for (const Id<PlanImage> output : kernel.outputs) {
        plan.storage[output].layout = Layout::kColumns;
        if (!is_read(plan, output)) continue;
        const Id<PlanImage> copy = add_copy(plan, output, Layout::kRows, stage);
        redirect_readers(plan, output, copy);
        after.push_back(copying_kernel(plan, s, output, copy));
    }
    std::vector<GpuKernel>& kernels = plan.kernels.values();
    kernels.insert(kernels.begin() + k.number() + 1, after.begin(), after.end());
    kernels.insert(kernels.begin() + k.number(), before.begin(), before.end());
    return plan;
}

void redirect_readers(GpuPlan& plan, Id<PlanImage> from, Id<PlanImage> to, Id<GpuKernel> first) {
    for (const Id<GpuKernel> k : plan.kernels.ids())
        if (k >= first) read_instead(plan, plan.kernels[k], from, to);
    move_output(plan, from, to);
}

int remove_unread_copies(GpuPlan& plan) {
    const std::size_t before = plan.kernels.size();
    for (bool changed = true; changed;) {
        Table<GpuKernel> kept;
        for (const GpuKernel& kernel : plan.kernels)
            if (kernel.kind != GpuKernelKind::kTranspose || is_read(plan, kernel.outputs.front()))
                kept.add(kernel);
        changed = kept.size() < plan.kernels.size();
        plan.kernels = std::move(kept);
    }
    Table<bool, PlanImage> gone;
    for (const Id<PlanImage> i : plan.images.ids())
        gone.add(plan.images[i].original() && !is_read(plan, i));
    Table<Id<PlanImage>, PlanImage> numbers(plan.images.size());
    Table<PlanImage> images;
    Table<GpuStorage, PlanImage> storage;
    for (const Id<PlanImage> i : plan.images.ids()) {
        if (gone[i]) continue;
        numbers[i] = images.add(plan.images[i]);
        storage.add(plan.storage[i]);
        if (auto* copy = std::get_if<CopyOf>(&images.back().source))
            while (gone[copy->image]) copy->image = *plan.images[copy->image].original();
    }
    plan.images = std::move(images);
    plan.storage = std::move(storage);
    renumber(plan, numbers);
    return static_cast<int>(before - plan.kernels.size());
}

}  // namespace weft

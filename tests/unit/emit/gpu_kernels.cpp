#include "gpu_kernels.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "passes/bind.h"
#include "passes/gpu/gpu_pipeline.h"

namespace weft::test {

namespace {

Window window_of(const StageInput& input) {
    Window w{input.taps[0].x, input.taps[0].x, input.taps[0].y, input.taps[0].y};
    for (const Offset& tap : input.taps) {
        w.x_first = std::min(w.x_first, tap.x);
        w.x_last = std::max(w.x_last, tap.x);
        w.y_first = std::min(w.y_first, tap.y);
        w.y_last = std::max(w.y_last, tap.y);
    }
    return w;
}

/// Whether an input is read beside the element. Others have no tiles, and no interior.
bool reads_beside(const StageInput& input) {
    return input.freedom != eRandom && !input.is_scaled();
}

/// Room for the block's elements and the window around them, after what is there already.
void place_tile(const GpuPlan& plan, const GpuShape& shape, Layout layout, GpuInput& input,
                std::size_t& shared_bytes) {
    const Window& w = input.window;
    const int x = w.x_last - w.x_first, y = w.y_last - w.y_first;
    const bool rows = layout == Layout::kRows;
    const StageInput& in = input_of(plan, input.by);
    const int planes = in.granularity == ePixel ? plan.images[input.image].shape.planes : 1;
    input.shared_pitch = shape.block_u + (rows ? x : y);
    input.shared_offset = shared_bytes;
    input.shared_bytes = sizeof(float) * static_cast<std::size_t>(input.shared_pitch) *
                         (shape.block_v + (rows ? y : x)) * planes;
    shared_bytes += input.shared_bytes;
}

GpuKernel kernel_of(const GpuPlan& plan, Id<Stage> s, const KernelForm& form) {
    const Stage& stage = plan.stages[s];
    GpuKernel kernel;
    kernel.name = fmt::format("{}.{:02} {}", plan.name, s.number(), stage.name);
    kernel.kind = stage.phase == Phase::kReduce   ? GpuKernelKind::kReduce
                  : stage.phase == Phase::kResult ? GpuKernelKind::kResult
                  : stage.is_scan()               ? GpuKernelKind::kScan
                                                  : GpuKernelKind::kParallel;
    kernel.stages = {s};
    kernel.outputs = stage.outputs;
    kernel.layout = form.layout;
    kernel.region = plan.images[stage.outputs.front()].region;
    kernel.planes = stage.planes;
    kernel.minimised = form.minimised;
    kernel.borders = form.borders;
    kernel.rebuilds = form.rebuilds;
    kernel.periods_per_thread = form.periods_per_thread;
    kernel.shape.strided = form.strided;
    kernel.shape.block_u = 32;
    kernel.shape.block_v = form.minimised ? 1 : 8;
    if (stage.is_scan() && !form.rebuilds) {
        kernel.shape.block_u = kernel.is_scan_along_u(stage.scan_axis) ? 1 : 64;
        kernel.shape.block_v = kernel.is_scan_along_u(stage.scan_axis) ? 64 : 1;
    }
    if (kernel.is_reduction()) {
        kernel.shape.block_u = 64;
        kernel.shape.block_v = 1;
    }
    for (const Id<StageInput> i : stage.inputs.ids()) {
        GpuInput input;
        input.by = {s, i};
        input.image = stage.inputs[i].image;
        input.window = window_of(stage.inputs[i]);
        input.access = reads_beside(stage.inputs[i]) ? form.access : GpuAccess::kBordered;
        if (input.access == GpuAccess::kShared) {
            if (stage.inputs[i].at_element_only()) {
                input.access = GpuAccess::kGlobal;
            } else {
                input.realigned = form.realigned;
                place_tile(plan, kernel.shape, form.layout, input, kernel.shared_bytes);
            }
        }
        kernel.inputs.add(input);
    }
    return kernel;
}

bool applies(const Stage& stage, const KernelForm& form) {
    const bool neighbourhood =
        std::any_of(stage.inputs.begin(), stage.inputs.end(),
                    [](const StageInput& i) { return reads_beside(i) && !i.at_element_only(); });
    if (form.borders != BorderScheme::kNaive &&
        (stage.phase != Phase::kWhole || stage.is_scan() || !neighbourhood))
        return false;
    if (stage.phase != Phase::kWhole)
        return form.layout == Layout::kRows && form.access == GpuAccess::kBordered &&
               !form.minimised && !form.rebuilds && form.periods_per_thread == 0;
    if (stage.is_recurrence() && (form.rebuilds || form.periods_per_thread > 0)) return false;
    if (stage.is_scan()) return form.access != GpuAccess::kShared && !form.minimised;
    if (form.access == GpuAccess::kShared && !neighbourhood) return false;
    return !form.rebuilds && form.periods_per_thread == 0;
}

}  // namespace

std::vector<KernelForm> kernel_forms() {
    std::vector<KernelForm> forms;
    for (const Layout layout : {Layout::kRows, Layout::kColumns}) {
        const std::string suffix = layout == Layout::kRows ? "" : ", columns";
        const auto add = [&](const char* name, KernelForm form) {
            form.name = name + suffix;
            form.layout = layout;
            forms.push_back(form);
        };
        add("bordered", {});
        add("global", {.access = GpuAccess::kGlobal});
        add("strided", {.strided = true});
        add("staged", {.access = GpuAccess::kShared});
        add("realigned", {.access = GpuAccess::kShared, .realigned = true});
        add("staged, strided", {.access = GpuAccess::kShared, .strided = true});
        add("with a body", {.borders = BorderScheme::kBody});
        add("nine regions", {.borders = BorderScheme::kNine});
        add("regions by warps, strided", {.strided = true, .borders = BorderScheme::kWarp});
        add("staged, nine regions", {.access = GpuAccess::kShared, .borders = BorderScheme::kNine});
        add("realigned, with a body, strided", {.access = GpuAccess::kShared,
                                                .realigned = true,
                                                .strided = true,
                                                .borders = BorderScheme::kBody});
        add("minimised", {.access = GpuAccess::kGlobal, .minimised = true});
        add("segments", {.periods_per_thread = 2});
        add("rebuilt", {.rebuilds = true});
    }
    return forms;
}

GpuPlan bound_plan(const Graph& graph, const Library& known, Rect domain, Rect region) {
    std::string message;
    const std::vector<Rect> regions(graph.outputs.size(), region);
    for (const int planes : {3, 1}) {
        const std::vector<ImageShape> inputs(graph.inputs.size(), {domain, planes});
        Result<BoundGraph> bound = bind({graph, known, inputs, regions, {}, {}}, kGpuBounds);
        if (bound) return unplanned(*std::move(bound), *find_gpu_target("sm_90"));
        message = bound.error().message;
    }
    ADD_FAILURE() << message << "\n" << to_string(graph);
    return {};
}

std::vector<GpuKernel> kernels_of(GpuPlan& plan, const KernelForm& form) {
    for (GpuStorage& storage : plan.storage) storage.layout = form.layout;
    std::vector<GpuKernel> kernels;
    for (const Id<Stage> s : plan.stages.ids())
        if (applies(plan.stages[s], form)) kernels.push_back(kernel_of(plan, s, form));
    return kernels;
}

GpuKernel transpose_kernel(GpuPlan& plan, Id<PlanImage> image, bool strided) {
    PlanImage copy = plan.images[image];
    copy.source = CopyOf{image};
    const Id<PlanImage> copied = plan.images.add(copy);
    const bool rows = storage_of(plan, image).layout == Layout::kRows;
    plan.storage.add({rows ? Layout::kColumns : Layout::kRows});
    GpuKernel kernel;
    kernel.name = "transpose " + copy.name;
    kernel.kind = GpuKernelKind::kTranspose;
    kernel.source = image;
    kernel.outputs = {copied};
    kernel.layout = plan.storage.back().layout;
    kernel.region = copy.region;
    kernel.planes = copy.shape.planes;
    kernel.shape = {.block_u = 32, .block_v = 8, .strided = strided};
    kernel.shared_bytes = sizeof(float) * 32 * 33;
    return kernel;
}

}  // namespace weft::test

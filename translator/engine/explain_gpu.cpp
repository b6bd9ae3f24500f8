#include "engine/explain_gpu.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/reduction.h"
#include "engine/explain_edges.h"
#include "engine/explain_group.h"
#include "engine/gpu_figures.h"
#include "engine/plan_edges.h"
#include "models/occupancy.h"
#include "passes/gpu/kernel_regions.h"
#include "passes/gpu/lifetimes.h"
#include "support/byte_count.h"

namespace weft {

namespace {

double bytes_read(const GpuPlan& plan, const GpuKernel& kernel) {
    double bytes = 0;
    for (Id<PlanImage> image : images_read(kernel)) bytes += picture_bytes(plan, image);
    return bytes;
}

double bytes_written(const GpuPlan& plan, const GpuKernel& kernel) {
    double bytes = 0;
    for (const Id<PlanImage> image : kernel.outputs) bytes += picture_bytes(plan, image);
    return bytes;
}

std::string work_text(const GpuPlan& plan, const GpuKernel& kernel) {
    if (kernel.kind == GpuKernelKind::kTranspose) return "transposition";
    if (kernel.kind == GpuKernelKind::kGroup)
        return fmt::format("{} stage{} in {} loop{}", kernel.stages.size(),
                           kernel.stages.size() == 1 ? "" : "s", kernel.group.loops.size(),
                           kernel.group.loops.size() == 1 ? "" : "s");
    if (kernel.kind == GpuKernelKind::kAccumulate)
        return fmt::format("accumulation, tiles of {}x{} elements, {}x{} a thread, {} turns a copy",
                           kernel.tile_u(), kernel.tile_v(), kernel.accumulation.elements_u,
                           kernel.accumulation.elements_v, kernel.accumulation.turns);
    if (kernel.minimised) return "point operation, several elements a thread";
    if (kernel.kind == GpuKernelKind::kParallel) return "an element a thread";
    if (kernel.kind == GpuKernelKind::kReduce)
        return fmt::format("reduction, leaves of {}x{} elements by {} threads each", kLeafWidth,
                           kLeafHeight, kLeafLanes);
    if (kernel.kind == GpuKernelKind::kResult)
        return "result of a reduction, a block for each plane combines all leaves";
    if (kernel.rebuilds) return "moving average, rebuilt at every element";
    const Stage& stage = plan.stages[kernel.stages.front()];
    return fmt::format(
        "{}, threads {}, {}", stage.is_recurrence() ? "recurrence" : "moving average",
        kernel.is_scan_along_u(stage.scan_axis) ? "in rows of their own" : "side by side",
        kernel.periods_per_thread == 0
            ? (stage.scan_backwards ? "from end to beginning" : "from end to end")
            : fmt::format("{} x {} elements each", kernel.periods_per_thread,
                          stage.restart_period));
}

std::string grid_text(const GpuShape& shape) {
    return fmt::format("{}x{}x{} blocks of {}x{} threads{}", shape.grid_u, shape.grid_v,
                       shape.grid_planes, shape.block_u, shape.block_v,
                       shape.strided ? ", in steps of the grid" : "");
}

std::string access_text(const GpuInput& input) {
    switch (input.access) {
        case GpuAccess::kGlobal: return "in place";
        case GpuAccess::kBordered: return "in place, borders checked";
        case GpuAccess::kShared:
            return fmt::format("shared, {} bytes{}", input.shared_bytes,
                               input.realigned ? ", realigned" : "");
    }
    return "";
}

std::string resources_text(const GpuTarget& target, const GpuKernel& kernel) {
    const ResidentBlocks resident =
        resident_blocks(target, {kernel.shape.threads(), kernel.registers, kernel.shared_bytes});
    return fmt::format(
        "{} registers ({}), {} bytes shared, {:.0f} % occupancy ({} resident, by {})",
        kernel.registers, kernel.compiled ? "compiled" : "estimated", kernel.shared_bytes,
        kernel.occupancy * 100, resident.count(), resident.limit());
}

/// What the model expects is shown beside it, for its time follows what the compiler has added.
std::string code_text(const GpuPlan& plan, const GpuKernel& kernel, int instructions) {
    const double expected = expected_instructions(plan, kernel);
    return fmt::format("  code      {} instructions{}\n", instructions,
                       expected > 0 ? fmt::format(", {:.0f} expected by the model", expected) : "");
}

std::string explain_totals(const GpuPlan& plan) {
    double read = 0, written = 0;
    for (const GpuKernel& kernel : plan.kernels) {
        read += bytes_read(plan, kernel);
        written += bytes_written(plan, kernel);
    }
    const double moved = read + written;
    return fmt::format(
        "memory      {:.1f} MB in one arena, {:.1f} MB alive at once\n"
        "traffic     {:.1f} MB read, {:.1f} MB written: {:.3f} ms at {:.0f} GB/s\n"
        "time        {:.3f} ms by the model, launches of {:.1f} us included\n",
        static_cast<double>(plan.arena_bytes) / kMegabyte,
        static_cast<double>(plan.peak_bytes) / kMegabyte, read / kMegabyte, written / kMegabyte,
        moved / plan.target.dram_bytes_per_second * 1e3, plan.target.dram_bytes_per_second / 1e9,
        modelled_seconds(plan) * 1e3, plan.target.launch_seconds * 1e6);
}

/// A long list of names by its first two.
std::string shortened(const std::string& names) {
    constexpr std::size_t kFew = 4;
    const auto commas = static_cast<std::size_t>(std::count(names.begin(), names.end(), ','));
    if (commas < kFew) return names;
    const std::size_t second = names.find(", ", names.find(", ") + 1);
    return fmt::format("{}, and {} more", names.substr(0, second), commas - 1);
}

std::string explain_decisions(const GpuPlan& plan) {
    constexpr std::size_t kMaxSubject = 44;
    std::size_t pass = 0, subject = 0;
    for (const Decision& d : plan.decisions) {
        pass = std::max(pass, d.pass.size());
        subject = std::max(subject, std::min(shortened(d.subject).size(), kMaxSubject));
    }
    std::string text = "\ndecisions\n";
    for (const Decision& d : plan.decisions)
        text += fmt::format("  {:<{}}  {:<{}}  {}\n", d.pass, pass, shortened(d.subject), subject,
                            d.text);
    return text;
}

}  // namespace

std::string explain_gpu_kernel(const GpuPlan& plan, const GpuKernel& kernel, int instructions) {
    const char* across = kernel.layout == Layout::kColumns ? ", by columns" : "";
    std::string text = fmt::format("kernel {}: {}, {}x{}{}\n", kernel.name, work_text(plan, kernel),
                                   size_text(kernel.region), kernel.planes, across);
    text += fmt::format("  launch    {}\n", grid_text(kernel.shape));
    text += fmt::format("  block     {}\n", resources_text(plan.target, kernel));
    if (instructions > 0) text += code_text(plan, kernel, instructions);
    text +=
        fmt::format("  traffic   {:.1f} MB read, {:.1f} MB written\n",
                    bytes_read(plan, kernel) / kMegabyte, bytes_written(plan, kernel) / kMegabyte);
    const KernelTime time = modelled_time(plan, kernel);
    text +=
        fmt::format("  time      {:.1f} us by the model, bound by {}; and {:.1f} us to launch\n",
                    time.seconds * 1e6, time.bound, plan.target.launch_seconds * 1e6);
    for (const GpuInput& input : kernel.inputs)
        text += fmt::format("  reads     {}  ({})\n", plan.images[input.image].name,
                            access_text(input));
    if (kernel.source)
        text += fmt::format("  reads     {}  (by tiles)\n", plan.images[*kernel.source].name);
    for (const Id<PlanImage> image : kernel.outputs)
        text += fmt::format("  writes    {}\n", plan.images[image].name);
    if (kernel.kind == GpuKernelKind::kGroup)
        text += explain_group(plan, kernel);
    else if (chooses_borders(plan, kernel))
        text += explain_borders(plan, kernel);
    return text;
}

std::string explain_gpu_plan(const GpuPlan& plan, const Table<int, GpuKernel>& instructions) {
    const GpuTarget& gpu = plan.target;
    std::string text = fmt::format(
        "{}: {} stages, {} kernel{}, for {} ({}), compute capability {}.{}, {}\n"
        "intermediates {}\n",
        plan.name, plan.stages.size(), plan.kernels.size(), plan.kernels.size() == 1 ? "" : "s",
        gpu.name, gpu.description, gpu.capability.major, gpu.capability.minor,
        plan.fast_math ? "fast" : "strict", intermediates_name(plan.intermediates));
    if (gpu.stands_in())
        text +=
            fmt::format("registers and times of {}.{} stand in: the compiler knows no older one\n",
                        gpu.compiled_for().major, gpu.compiled_for().minor);
    text += explain_totals(plan);
    for (const Id<GpuKernel> k : plan.kernels.ids())
        text += "\n" + explain_gpu_kernel(plan, plan.kernels[k],
                                          instructions.has(k) ? instructions[k] : 0);
    return text + explain_edges(plan) + explain_decisions(plan);
}

}  // namespace weft

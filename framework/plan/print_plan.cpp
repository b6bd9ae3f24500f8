#include "plan/print_plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "graph/border_modes.h"
#include "plan/gpu_choices.h"
#include "plan/group_levels.h"
#include "plan/intermediate_bytes.h"
#include "plan/kind_names.h"
#include "plan/register_tile.h"

namespace weft {

namespace {

std::string rect_text(const Rect& r) {
    return fmt::format("{}x{} at {},{}", r.width(), r.height(), r.x0, r.y0);
}

/// The hull of the taps: "x -1..1, y 0..2"; "" of the element alone.
std::string taps_text(const std::vector<Offset>& taps) {
    if (taps.empty()) return "anywhere";
    const Window w = window_of(taps);
    if (w.is_point()) return "";
    return fmt::format("x {}..{}, y {}..{}", w.x_first, w.x_last, w.y_first, w.y_last);
}

std::string stage_names(const BoundGraph& plan, const std::vector<Id<Stage>>& stages) {
    std::vector<std::string> names;
    for (const Id<Stage> s : stages) names.push_back(plan.stages[s].name);
    return fmt::format("{}", fmt::join(names, ", "));
}

std::string source_text(const BoundGraph& plan, const PlanImage& image) {
    if (const auto input = image.graph_input()) return fmt::format(", input {}", input->number());
    if (const auto stage = image.producer())
        return fmt::format(", by {}", plan.stages[*stage].name);
    if (const auto original = image.original())
        return fmt::format(", copy of {}", plan.images[*original].name);
    return "";
}

/// `storage`: where the picture is kept, as text that follows a comma; or "".
std::string image_text(const BoundGraph& plan, Id<PlanImage> i, const std::string& storage) {
    const PlanImage& image = plan.images[i];
    std::string text = fmt::format(
        "  {:<3} {}: {}, {} plane{}{}{}", i.number(), image.name, rect_text(image.region),
        image.shape.planes, image.shape.planes == 1 ? "" : "s", source_text(plan, image), storage);
    for (const Id<GraphOutput> o : image.graph_outputs)
        text += fmt::format(", output {}", o.number());
    return text + "\n";
}

std::string storage_text(const CpuPlan& plan, Id<PlanImage> image) {
    const KeptInBuffer* const place = kept(plan, image);
    if (place == nullptr) return "";
    std::string text = ", kept";
    if (place->one_plane) text += " a plane at a time";
    if (place->output) text += fmt::format(", in output {}'s memory", place->output->number());
    if (place->buffer) text += fmt::format(", buffer {}", place->buffer->number());
    return text;
}

std::string storage_text(const GpuPlan& plan, Id<PlanImage> image) {
    const GpuStorage& place = storage_of(plan, image);
    std::string text = place.layout == Layout::kColumns ? ", by columns" : "";
    if (plan.arena_bytes > 0) text += fmt::format(", at byte {}", place.arena_offset);
    return text;
}

std::string stage_text(const BoundGraph& plan, Id<Stage> s) {
    const Stage& stage = plan.stages[s];
    std::string text = fmt::format("  {:<3} {} ({}) over {}", s.number(), stage.name, stage.functor,
                                   rect_text(stage.domain));
    if (stage.is_scan())
        text += fmt::format(", {} {}{}", stage.is_recurrence() ? "recurrence" : "moving average",
                            stage.scan_axis == eHorizontal ? "along rows" : "down columns",
                            stage.restart_period > 0
                                ? fmt::format(" restarting every {}", stage.restart_period)
                                : std::string());
    for (const StageInput& in : stage.inputs) {
        const std::string taps = in.freedom == eRandom ? "anywhere" : taps_text(in.taps);
        text += fmt::format("\n        reads {}{}{}, border {}", plan.images[in.image].name,
                            taps.empty() ? "" : " ", taps, border_text(in.border));
        if (in.is_scaled()) text += ", at another resolution";
    }
    return text + "\n";
}

std::string buffer_text(const CpuPlan& plan, const LineBuffer& buffer, Id<LineBuffer> i) {
    return fmt::format("    line buffer {}: {} of loop {}{}{}{}\n", i.number(),
                       plan.images[buffer.image].name, buffer.loop.number(),
                       buffer.row_samples > 0
                           ? fmt::format(", {} rows of {} floats", buffer.depth, buffer.row_samples)
                           : std::string(),
                       buffer.padded ? fmt::format(", padded: {}", border_text(buffer.border)) : "",
                       buffer.edges ? ", edges alone" : "");
}

std::string loop_text(const CpuPlan& plan, const Loop& loop, Id<Loop> l) {
    std::string text =
        fmt::format("    loop {}: {} {} over {}, {} at once", l.number(), name_of(loop.kind),
                    stage_names(plan, loop.stages), rect_text(loop.domain), loop.width);
    if (const std::optional<RegisterTile> tile = register_tile(plan, loop))
        text += fmt::format(", tiles of {} rows and {} vectors", tile->rows, tile->columns);
    else if (loop.batch_rows > 1)
        text += fmt::format(", {} rows a call", loop.batch_rows);
    if (loop.upwards) text += ", upwards";
    const auto place = [&](Id<PlanImage> image, std::optional<Id<LineBuffer>> buffer) {
        return fmt::format(
            "{}{}", plan.images[image].name,
            buffer ? fmt::format(" by line buffer {}", buffer->number()) : " in place");
    };
    for (const Read& read : loop.reads)
        text += fmt::format("\n      reads {}, rows {}, columns {}..{}{}",
                            place(read.image, read.line_buffer), fmt::join(read.rows, " "),
                            read.x_first, read.x_last, read.prefetch ? ", prefetched" : "");
    for (const PictureRead& read : loop.pictures)
        text += fmt::format("\n      reads {} anywhere{}", plan.images[read.image].name,
                            read.prefetch ? ", prefetched" : "");
    for (const Write& write : loop.writes)
        text += fmt::format("\n      writes {}{}{}", place(write.image, write.line_buffer),
                            write.non_temporal ? ", around the caches" : "",
                            write.prefetch ? ", prefetched" : "");
    return text + "\n";
}

std::string kernel_text(const CpuPlan& plan, const Kernel& kernel) {
    std::string text = fmt::format("  {}: {}\n", kernel.name, stage_names(plan, kernel.stages));
    if (kernel.block_width > 0)
        text += fmt::format("    region {}, tiles of {}x{}, {} bytes a task\n",
                            rect_text(kernel.region), kernel.block_width, kernel.strip_height,
                            kernel.task_bytes);
    if (kernel.planes_outer) text += fmt::format("    {} planes, a task each\n", kernel.planes);
    if (kernel.plane_loop)
        text += fmt::format("    with kernel {}, plane by plane\n", kernel.plane_loop->number());
    for (const Id<LineBuffer> i : kernel.line_buffers.ids())
        text += buffer_text(plan, kernel.line_buffers[i], i);
    for (const Id<Loop> l : kernel.loops.ids()) text += loop_text(plan, kernel.loops[l], l);
    for (const KernelOutput& output : kernel.outputs)
        text += fmt::format("    leaves {}: {}\n", plan.images[output.image].name,
                            rect_text(output.region));
    return text;
}

std::string group_text(const GpuPlan& plan, const GpuKernel& kernel) {
    const GpuGroup& group = kernel.group;
    std::string text = fmt::format(
        "    tiles: {} of {}x{}, a team of {}x{}, borders {}{}\n", name_of(group.kind),
        group.tile_u, group.tile_v, group.team_u, group.team_v, name_of(kernel.borders),
        group.transaction_bytes == 0 ? std::string()
                                     : fmt::format(", loads of {} bytes", group.transaction_bytes));
    for (const Id<GroupLoop> l : group.loops.ids()) {
        const GroupLoop& loop = group.loops[l];
        std::vector<Id<Stage>> stages;
        for (const GroupEvaluation& e : loop.evaluations) stages.push_back(e.stage);
        text += fmt::format(
            "    loop {}: {}, halo x {}..{}, y {}..{}{}{}{}\n", l.number(),
            loop.copies ? fmt::format("copies input {}{}", loop.copies->number(),
                                      loop.from_boundary ? ", realigned" : "")
                        : stage_names(plan, stages),
            loop.halo.x_first, loop.halo.x_last, loop.halo.y_first, loop.halo.y_last,
            loop.level == kResultsLevel ? std::string()
                                        : fmt::format(", level {}", loop.level.number()),
            loop.barrier_before ? ", behind a barrier" : "",
            loop.rows == LoopRows::kWithNext ? ", row by row with the next" : "");
    }
    return text;
}

std::string kernel_text(const GpuPlan& plan, const GpuKernel& kernel) {
    std::string text = fmt::format("  {}: {}{}{}, {}\n", kernel.name, name_of(kernel.kind),
                                   kernel.stages.empty() ? "" : " ",
                                   stage_names(plan, kernel.stages), rect_text(kernel.region));
    if (kernel.layout == Layout::kColumns) text += "    by columns\n";
    if (kernel.source) text += fmt::format("    of {}\n", plan.images[*kernel.source].name);
    for (const GpuInput& input : kernel.inputs)
        text += fmt::format("    reads {} {}{}\n", plan.images[input.image].name,
                            name_of(input.access), input.realigned ? ", realigned" : "");
    if (kernel.kind == GpuKernelKind::kGroup) text += group_text(plan, kernel);
    if (kernel.kind == GpuKernelKind::kAccumulate)
        text += fmt::format("    tiles of {}x{}, {} turns a copy\n", kernel.tile_u(),
                            kernel.tile_v(), kernel.accumulation.turns);
    if (kernel.kind != GpuKernelKind::kGroup && kernel.borders != BorderScheme::kNaive)
        text += fmt::format("    borders {}\n", name_of(kernel.borders));
    const GpuShape& shape = kernel.shape;
    if (shape.threads() > 1)
        text += fmt::format(
            "    blocks of {}x{}, a grid of {}x{}x{}{}, {} bytes shared, {} registers\n",
            shape.block_u, shape.block_v, shape.grid_u, shape.grid_v, shape.grid_planes,
            shape.strided ? " in steps" : "", kernel.shared_bytes, kernel.registers);
    return text;
}

template <class P>
std::string plan_text(const P& plan) {
    std::string text = fmt::format("plan of {} for {}\npictures\n", plan.name, plan.target.name);
    for (const Id<PlanImage> i : plan.images.ids())
        text += image_text(plan, i, storage_text(plan, i));
    text += "stages\n";
    for (const Id<Stage> s : plan.stages.ids()) text += stage_text(plan, s);
    if (!plan.kernels.empty()) text += "kernels\n";
    for (const auto& kernel : plan.kernels) text += kernel_text(plan, kernel);
    return text;
}

long long number(std::size_t n) { return static_cast<long long>(n); }

PlanCounts counts(const CpuPlan& plan) {
    std::size_t loops = 0, buffers = 0, between = 0, task_bytes = 0;
    long long in_place = 0, streamed = 0;
    for (const Kernel& kernel : plan.kernels) {
        loops += kernel.loops.size();
        buffers += kernel.line_buffers.size();
        task_bytes = std::max(task_bytes, kernel.task_bytes);
        for (const Loop& loop : kernel.loops) {
            for (const Read& read : loop.reads) in_place += !read.line_buffer;
            for (const Write& write : loop.writes) streamed += write.non_temporal;
        }
    }
    for (const Id<PlanImage> i : plan.images.ids()) between += kept(plan, i) != nullptr;
    return {{"pictures between kernels", number(between)},
            {"loops", number(loops)},
            {"line buffers", number(buffers)},
            {"reads in place", in_place},
            {"writes around the caches", streamed},
            {"bytes a task", number(task_bytes)},
            {"bytes of buffers", number(intermediate_bytes(plan))}};
}

PlanCounts counts(const GpuPlan& plan) {
    std::size_t between = 0;
    long long shared = 0;
    for (const GpuKernel& kernel : plan.kernels) {
        between += kernel.outputs.size();
        for (const GpuInput& input : kernel.inputs) shared += input.access == GpuAccess::kShared;
    }
    return {{"pictures of kernels", number(between)},
            {"inputs in shared memory", shared},
            {"bytes of the arena", number(plan.arena_bytes)}};
}

template <class P>
PlanCounts all_counts(const P& plan) {
    PlanCounts all{{"pictures", number(plan.images.size())},
                   {"stages", number(plan.stages.size())},
                   {"kernels", number(plan.kernels.size())}};
    for (auto& count : counts(plan)) all.push_back(std::move(count));
    return all;
}

}  // namespace

std::string border_text(const Border& border) {
    if (border.mode != eConstant) return name_of(border.mode);
    return fmt::format("{} {}", name_of(border.mode), border.value);
}

std::string to_text(const CpuPlan& plan) { return plan_text(plan); }
std::string to_text(const GpuPlan& plan) { return plan_text(plan); }
std::string to_text(const Plan& plan) {
    return std::visit([](const auto& each) { return plan_text(each); }, plan);
}

PlanCounts counts_of(const Plan& plan) {
    return std::visit([](const auto& each) { return all_counts(each); }, plan);
}

}  // namespace weft

#include "engine/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "engine/plan_edges.h"
#include "passes/cpu/cpu_work.h"
#include "plan/kind_names.h"
#include "plan/part_bytes.h"

namespace weft {

namespace {

const char* kind_name(const Loop& loop) {
    switch (loop.kind) {
        case LoopKind::kParallel: return "compute";
        case LoopKind::kVerticalScan: return loop.upwards ? "scan up" : "scan down";
        case LoopKind::kHorizontalScan: return loop.backwards ? "scan back" : "scan along";
        default: return name_of(loop.kind);
    }
}

double megabytes(double bytes) { return bytes / (1 << 20); }

std::string loop_subject(const CpuPlan& plan, const Loop& loop) {
    if (loop.stages.empty())
        return plan.images[loop.reads.empty() ? loop.writes[0].image : loop.reads[0].image].name;
    std::string text;
    for (const Id<Stage> s : loop.stages) {
        if (!text.empty()) text += " + ";
        text += plan.stages[s].name;
    }
    return text;
}

std::string loop_notes(const Kernel& kernel, const Loop& loop) {
    std::string notes;
    for (const Write& write : loop.writes) {
        if (write.line_buffer)
            notes +=
                fmt::format("{}line buffer of {} rows{}", notes.empty() ? "" : ", ",
                            kernel.line_buffers[*write.line_buffer].depth,
                            kernel.line_buffers[*write.line_buffer].edges ? ", edges alone" : "");
        else
            notes += fmt::format("{}{}", notes.empty() ? "" : ", ",
                                 write.non_temporal ? "non-temporal stores" : "in place");
    }
    if (!loop.stages.empty()) notes += fmt::format(", {} lanes", loop.width);
    if (loop.is_recurrence()) notes += ", from end to end";
    if (loop.upwards && loop.kind != LoopKind::kVerticalScan) notes += ", upwards";
    if (loop.restart_period > 0) notes += fmt::format(", restarts every {}", loop.restart_period);
    return notes;
}

/// Of pictures that a kernel reads from memory, each once.
double bytes_read(const CpuPlan& plan, const Kernel& kernel) {
    std::set<Id<PlanImage>> images;
    double bytes = 0;
    const auto count = [&](Id<PlanImage> read) {
        if (!images.insert(read).second) return;
        const PlanImage& image = plan.images[read];
        bytes += part_bytes(image, part_met(image));
    };
    for (const Loop& loop : kernel.loops) {
        for (const Read& read : loop.reads)
            if (!read.line_buffer) count(read.image);
        for (const PictureRead& read : loop.pictures) count(read.image);
    }
    return bytes;
}

double bytes_written(const CpuPlan& plan, const Kernel& kernel) {
    double bytes = 0;
    for (const KernelOutput& output : kernel.outputs)
        bytes += part_bytes(plan.images[output.image], buffer_region(plan, output));
    return bytes;
}

std::string plane_note(const Kernel& kernel) {
    if (!kernel.planes_outer) return "";
    if (kernel.whole_planes == 0) return ", one plane each";
    return fmt::format(", one plane each; {} of {} planes whole", kernel.whole_planes,
                       kernel.planes);
}

/// A loop's share of the kernel's time, and why it takes that.
std::string time_note(const Table<LoopTime, Loop>& times, Id<Loop> loop) {
    double all = 0;
    for (const LoopTime& time : times) all += time.seconds;
    return fmt::format("; {:.0f} % of the time, bound by {}",
                       all > 0 ? 100 * times[loop].seconds / all : 0.0, times[loop].bound);
}

}  // namespace

std::string explain_kernel(const CpuPlan& plan, const Kernel& kernel) {
    std::string text =
        fmt::format("kernel {}: {} stages in {} loops over {}\n", kernel.name, kernel.stages.size(),
                    kernel.loops.size(), size_text(kernel.region));
    text += fmt::format("  tasks     {}, tiles of {}x{}{}\n", tasks(kernel).size(),
                        kernel.block_width, kernel.strip_height, plane_note(kernel));
    text += fmt::format("  memory    {:.1f} KB of line buffers and state a thread\n",
                        static_cast<double>(kernel.task_bytes) / 1024);
    text +=
        fmt::format("  traffic   {:.1f} MB read, {:.1f} MB written\n",
                    megabytes(bytes_read(plan, kernel)), megabytes(bytes_written(plan, kernel)));
    const Table<LoopTime, Loop> times = loop_times(plan, kernel);
    text += fmt::format("  time      {:.3f} ms by the model\n", 1e3 * kernel_seconds(plan, kernel));
    for (const Id<Loop> l : kernel.loops.ids())
        text += fmt::format("  loop {:<3}  {:<10}  {}  ({}{})\n", l.number(),
                            kind_name(kernel.loops[l]), loop_subject(plan, kernel.loops[l]),
                            loop_notes(kernel, kernel.loops[l]), time_note(times, l));
    return text;
}

std::string explain_plan(const CpuPlan& plan) {
    std::string text = fmt::format(
        "{}: {} stages, {} kernel{}, {} on {} core{}, {} lanes, {}\n"
        "intermediates {}\n"
        "a run takes {:.3f} ms by the model\n",
        plan.name, plan.stages.size(), plan.kernels.size(), plan.kernels.size() == 1 ? "" : "s",
        plan.target.name, plan.target.cores, plan.target.cores == 1 ? "" : "s",
        plan.target.vector_width, plan.fast_math ? "fast" : "strict",
        intermediates_name(plan.intermediates), 1e3 * run_seconds(plan));
    for (const Kernel& kernel : plan.kernels) text += "\n" + explain_kernel(plan, kernel);
    text += "\ndecisions\n";
    std::size_t pass = 0, subject = 0;
    for (const Decision& d : plan.decisions) {
        pass = std::max(pass, d.pass.size());
        subject = std::max(subject, std::min<std::size_t>(d.subject.size(), 44));
    }
    for (const Decision& d : plan.decisions)
        text += fmt::format("  {:<{}}  {:<{}}  {}\n", d.pass, pass, d.subject, subject, d.text);
    return text;
}

}  // namespace weft

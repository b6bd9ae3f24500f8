// Where loops write: to line buffers, by stores, or in place.
#include <algorithm>
#include <optional>
#include <utility>

#include "passes/cpu/lower/steps.h"

namespace weft {

namespace {

/// Whether a loop of the kernel reads the picture's rows; where it is made they are values.
bool is_read(const Kernel& kernel, Id<PlanImage> image) {
    return std::any_of(kernel.loops.begin(), kernel.loops.end(), [&](const Loop& loop) {
        return std::any_of(loop.reads.begin(), loop.reads.end(),
                           [&](const Read& read) { return read.image == image; });
    });
}

/// Whether the only place that a picture goes to has rows as the kernel's.
bool has_planar_place(const CpuPlan& plan, const CpuContext& context, Id<PlanImage> image) {
    const PlanImage& i = plan.images[image];
    return i.graph_outputs.empty() ? planar_within(plan, context, image)
                                   : context.planar_output(i.graph_outputs.front());
}

/// Has a loop write rows of a picture: to a line buffer, or where the picture is kept.
void add_write(const CpuPlan& plan, Loop& loop, Id<PlanImage> image,
               std::optional<Id<LineBuffer>> line_buffer) {
    Write write;
    write.image = image;
    write.line_buffer = line_buffer;
    write.first_slot = loop.write_slots;
    for (const Id<Stage> s : loop.stages)
        for (std::size_t o = 0; o < plan.stages[s].outputs.size(); ++o)
            if (plan.stages[s].outputs[o] == image) {
                write.by = MadeBy{s, o};
                if (plan.stages[s].output_granularity[o] == ePixel)
                    write.slot_planes = plan.images[image].shape.planes;
            }
    loop.write_slots += write.slot_planes;
    loop.writes.push_back(write);
}

}  // namespace

bool planar_within(const CpuPlan& plan, const CpuContext& context, Id<PlanImage> image) {
    const KeptInBuffer* const place = kept(plan, image);
    return place == nullptr || !place->output || context.planar_output(*place->output);
}

std::set<Id<PlanImage>> written_in_place(const CpuPlan& plan, const CpuContext& context,
                                         const Kernel& kernel,
                                         const std::set<Id<PlanImage>>& through_line_buffers) {
    std::set<Id<PlanImage>> in_place;
    for (const auto& [image, loop] : loops_by_picture(plan, kernel)) {
        const std::size_t places =
            plan.images[image].graph_outputs.size() + (kept(plan, image) ? 1 : 0);
        const auto stored =
            std::count_if(kernel.outputs.begin(), kernel.outputs.end(),
                          [&](const KernelOutput& output) { return output.image == image; });
        if (places == 1 && stored == 1 && has_planar_place(plan, context, image) &&
            !is_read(kernel, image) && !through_line_buffers.contains(image) &&
            kernel.loops[loop].restart_period == 0)
            in_place.insert(image);
    }
    return in_place;
}

Kernel with_stores(const CpuPlan& plan, Kernel kernel, const std::set<Id<PlanImage>>& in_place) {
    const std::map<Id<PlanImage>, Id<Loop>> made_by = loops_by_picture(plan, kernel);
    for (const KernelOutput& output : kernel.outputs) {
        if (in_place.contains(output.image)) continue;
        Loop store;
        store.kind = LoopKind::kStore;
        store.domain = output.region;
        store.planes = plan.images[output.image].shape.planes;
        if (const auto at = made_by.find(output.image); at != made_by.end())
            store.upwards = kernel.loops[at->second].upwards;
        Read read;
        read.image = output.image;
        read.rows = {0};
        store.read_slots = 1;
        store.reads.push_back(read);
        Write write;
        write.image = output.image;
        store.write_slots = 1;
        store.writes.push_back(write);
        kernel.loops.add(std::move(store));
    }
    return kernel;
}

Kernel with_writes(const CpuPlan& plan, Kernel kernel, const std::set<Id<PlanImage>>& in_place) {
    for (const Id<LineBuffer> i : kernel.line_buffers.ids()) {
        const LineBuffer& line_buffer = kernel.line_buffers[i];
        add_write(plan, kernel.loops[line_buffer.loop], line_buffer.image, i);
    }
    const std::map<Id<PlanImage>, Id<Loop>> made_by = loops_by_picture(plan, kernel);
    for (const Id<PlanImage> image : in_place)
        add_write(plan, kernel.loops[made_by.at(image)], image, std::nullopt);
    for (Loop& loop : kernel.loops)
        std::sort(loop.writes.begin(), loop.writes.end(),
                  [](const Write& a, const Write& b) { return a.first_slot < b.first_slot; });
    return kernel;
}

}  // namespace weft

// What stage loops read, and which way they go.
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "passes/cpu/lower/steps.h"
#include "passes/cpu/recurrences.h"

namespace weft {

namespace {

/// The rows that an input of a stage reads, with slots of its loop that are the next.
Read read_of(const CpuPlan& plan, Loop& loop, const ReadBy& by) {
    const StageInput& input = input_of(plan, by);
    Read read;
    read.by = by;
    read.image = input.image;
    read.border = input.border;
    read.scale_x = input.scale_x;
    read.scale_y = input.scale_y;
    read.x_first = read.x_last = input.taps.front().x;
    for (const Offset& tap : input.taps) {
        if (read.rows.empty() || read.rows.back() != tap.y) read.rows.push_back(tap.y);
        read.x_first = std::min(read.x_first, tap.x);
        read.x_last = std::max(read.x_last, tap.x);
    }
    const int planes = plan.images[input.image].shape.planes;
    read.slot_planes = input.granularity == ePixel ? planes : 1;
    read.broadcast = planes == 1 && loop.planes > 1;
    read.first_slot = loop.read_slots;
    read.slot_row0 = read.rows.front();
    int slots = read.rows.back() - read.rows.front() + 1;
    if (input.freedom == eSparse) {
        for (const Offset& offset : input.offsets) read.slot_rows.push_back(offset.y);
        slots = static_cast<int>(std::max<std::size_t>(read.slot_rows.size(), 1));
    }
    loop.read_slots += slots * read.slot_planes;
    return read;
}

}  // namespace

std::map<Id<PlanImage>, Id<Loop>> loops_by_picture(const CpuPlan& plan, const Kernel& kernel) {
    std::map<Id<PlanImage>, Id<Loop>> loops;
    for (const Id<Loop> l : kernel.loops.ids())
        for (const Id<Stage> s : kernel.loops[l].stages)
            for (const Id<PlanImage> image : plan.stages[s].outputs) loops[image] = l;
    return loops;
}

Kernel with_stage_loops(Kernel kernel) {
    std::erase_if(kernel.loops.values(), [](const Loop& l) { return l.stages.empty(); });
    kernel.line_buffers.clear();
    for (Loop& loop : kernel.loops) {
        loop.reads.clear();
        loop.pictures.clear();
        loop.writes.clear();
        loop.read_slots = loop.write_slots = 0;
    }
    return kernel;
}

Kernel with_reads(const CpuPlan& plan, Kernel kernel) {
    const std::map<Id<PlanImage>, Id<Loop>> made_by = loops_by_picture(plan, kernel);
    for (const Id<Loop> l : kernel.loops.ids()) {
        Loop& loop = kernel.loops[l];
        for (const Id<Stage> s : loop.stages)
            for (const Id<StageInput> i : plan.stages[s].inputs.ids()) {
                const StageInput& input = plan.stages[s].inputs[i];
                const auto made = made_by.find(input.image);
                if (input.freedom == eRandom)
                    loop.pictures.push_back({{s, i}, input.image, input.border});
                else if (made == made_by.end() || made->second != l)
                    loop.reads.push_back(read_of(plan, loop, {s, i}));
            }
    }
    return kernel;
}

Kernel with_directions(const CpuPlan& plan, Kernel kernel) {
    const std::map<Id<PlanImage>, Id<Loop>> made_by = loops_by_picture(plan, kernel);
    Table<Flow<Loop>, Loop> flows;
    for (const Loop& loop : kernel.loops) {
        Flow<Loop> flow;
        for (const Id<Stage> s : loop.stages)
            if (const std::optional<bool> fixed = fixed_direction(plan.stages[s]))
                flow.upwards = fixed;
        for (const Read& read : loop.reads)
            if (const auto at = made_by.find(read.image); at != made_by.end())
                flow.sources.push_back(at->second);
        flows.add(std::move(flow));
    }
    const Table<bool, Loop> upwards = going_upwards(flows);
    for (const Id<Loop> l : kernel.loops.ids()) kernel.loops[l].upwards = upwards[l];
    return kernel;
}

}  // namespace weft

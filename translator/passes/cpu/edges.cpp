// Pictures that are read in place, but for their edges.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "passes/cpu/cpu_passes.h"
#include "passes/cpu/cpu_work.h"
#include "plan/code_rows.h"
#include "plan/part_bytes.h"
#include "plan/pixel_rows.h"
#include "plan/register_tile.h"

namespace weft {

namespace {

/// Whether the picture, which another kernel or the caller made, has planar rows that this kernel
/// does not overwrite, as it does those of a picture in an output's memory.
bool stays_as_ours(const CpuPlan& plan, const CpuContext& context, Id<PlanImage> image) {
    if (const auto input = plan.images[image].graph_input()) return context.planar_input(*input);
    const KeptInBuffer* const place = kept(plan, image);
    return place == nullptr || !place->output;
}

/// Whether a row of the loop may be computed in parts, one after the other, and the read be bound
/// anew for each.
bool goes_in_parts(const Loop& loop, const Read& read) {
    return loop.kind == LoopKind::kParallel && read.scale_x == Scale{} && read.scale_y == Scale{};
}

/// Whether every loop that reads the line buffer can do without what lies between the edges.
bool edges_suffice(const Kernel& kernel, Id<LineBuffer> line_buffer) {
    return std::all_of(kernel.loops.begin(), kernel.loops.end(), [&](const Loop& loop) {
        return std::all_of(loop.reads.begin(), loop.reads.end(), [&](const Read& read) {
            return read.line_buffer != line_buffer || goes_in_parts(loop, read);
        });
    });
}

bool exceeds_l2(const CpuPlan& plan, Id<PlanImage> image) {
    const PlanImage& picture = plan.images[image];
    return level_of(plan.target, part_bytes(picture, part_met(picture))) > CpuLevel::kL2;
}

/// Where a loop of tiles of results waits for what lies beyond the second-level cache: the rows
/// that it reads anywhere, and those that it writes. Processors foresee rows from end to end, but
/// not several at a time that end within a few pages.
void prefetch_for_tiles(const CpuPlan& plan, Kernel& kernel) {
    const auto has_tiles = [&](const Loop& loop) { return register_tile(plan, loop).has_value(); };
    if (std::none_of(kernel.loops.begin(), kernel.loops.end(), has_tiles)) return;
    const Table<LoopTime, Loop> times = loop_times(plan, kernel);
    for (const Id<Loop> l : kernel.loops.ids()) {
        Loop& loop = kernel.loops[l];
        if (!has_tiles(loop) || !times[l].bound_beyond_l2) continue;
        for (PictureRead& read : loop.pictures) read.prefetch = exceeds_l2(plan, read.image);
        for (Write& write : loop.writes)
            write.prefetch =
                !write.line_buffer && !write.non_temporal && exceeds_l2(plan, write.image);
    }
}

}  // namespace

CpuPlan edges(CpuPlan plan, const CpuContext& context, Decisions& decisions) {
    for (Kernel& kernel : plan.kernels) {
        for (const Id<LineBuffer> r : kernel.line_buffers.ids()) {
            LineBuffer& line_buffer = kernel.line_buffers[r];
            line_buffer.edges = kernel.loops[line_buffer.loop].kind == LoopKind::kLoad &&
                                stays_as_ours(plan, context, line_buffer.image) &&
                                edges_suffice(kernel, r);
            if (line_buffer.edges)
                decisions.add(
                    fmt::format("{}, {}", kernel.name, plan.images[line_buffer.image].name),
                    "read in place; a line buffer holds what taps find beyond its edges");
        }
        if (const auto pixels = pixel_rows(plan, kernel))
            decisions.add(kernel.name,
                          fmt::format("interleaved floats, {} a pixel, are read and written where "
                                      "they lie",
                                      pixels->planes));
        if (selects_only(plan, kernel))
            decisions.add(
                kernel.name,
                fmt::format("bytes and 16-bit samples are compared as they are stored, {} "
                            "and {} lanes",
                            4 * context.target.vector_width, 2 * context.target.vector_width));
        // Whether there is a line buffer, and what a loop waits for, may follow from the size.
        if (context.any_size) continue;
        prefetch_for_tiles(plan, kernel);
        std::set<Id<PlanImage>> met;  // what a loop before has brought near
        for (Loop& loop : kernel.loops)
            for (Read& read : loop.reads)
                read.prefetch = read.line_buffer && kernel.line_buffers[*read.line_buffer].edges &&
                                !loop.upwards && met.insert(read.image).second;
    }
    return plan;
}

}  // namespace weft

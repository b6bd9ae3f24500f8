#include "passes/cpu/measure.h"

#include <algorithm>
#include <set>
#include <vector>

#include "core/reduction.h"
#include "plan/ranges.h"
#include "plan/row_walk.h"

namespace weft {

namespace {

int rounded_up(int n, int to) { return (n + to - 1) / to * to; }

/// Walks without computing; notes how far back each line buffer is read.
struct DepthProbe {
    const CpuPlan& plan;
    Kernel& kernel;
    const RowWalk<DepthProbe>* walk = nullptr;

    bool rows(Id<Loop> loop, int y, int count) {
        for (const Read& read : kernel.loops[loop].reads) {
            if (!read.line_buffer) continue;
            LineBuffer& line_buffer = kernel.line_buffers[*read.line_buffer];
            for (int at = y; at < y + count; ++at)
                for (int dy : read.rows) {
                    const int r = source_row(plan, read, at, dy);
                    if (r != kOutside)
                        line_buffer.depth =
                            std::max(line_buffer.depth, walk->rows_since(line_buffer.loop, r) + 1);
                }
        }
        return true;
    }
};

void measure_depths(const CpuPlan& plan, Kernel& kernel) {
    for (LineBuffer& line_buffer : kernel.line_buffers)
        line_buffer.depth = kernel.loops[line_buffer.loop].batch_rows;
    // Blocks of one strip mostly walk alike: all but those beside some output's region.
    std::set<std::vector<int>> walked;
    for (const Rect& tile : tiles(kernel)) {
        const TileRanges ranges = tile_ranges(plan, kernel, tile);
        std::vector<int> rows = {tile.y0, tile.y1};
        for (const Rect& range : ranges.loops) rows.insert(rows.end(), {range.y0, range.y1});
        if (!walked.insert(std::move(rows)).second) continue;
        DepthProbe probe{plan, kernel};
        RowWalk<DepthProbe> walk(plan, kernel, ranges, probe);
        probe.walk = &walk;
        walk.run(tile);
    }
}

/// Horizontal scans read and write whole windows, also where the row ends within one.
int scan_overrun(const Kernel& kernel, Id<LineBuffer> line_buffer) {
    int floats = 0;
    for (const Loop& loop : kernel.loops) {
        if (loop.kind != LoopKind::kHorizontalScan) continue;
        for (const Read& read : loop.reads)
            if (read.line_buffer == line_buffer) floats = std::max(floats, loop.restart_period);
        for (const Write& write : loop.writes)
            if (write.line_buffer == line_buffer) floats = std::max(floats, loop.restart_period);
    }
    return floats;
}

/// A vector of scaled reads spans several, also where its row ends within the first.
int scale_overrun(const Kernel& kernel, Id<LineBuffer> line_buffer) {
    int floats = 0;
    for (const Loop& loop : kernel.loops)
        for (const Read& read : loop.reads)
            if (read.line_buffer == line_buffer && read.scale_x.times > 1)
                floats = std::max(floats, (read.scale_x.times + 1) * kVectorFloats);
    return floats;
}

void measure_rows(const CpuPlan& plan, Kernel& kernel) {
    for (LineBuffer& line_buffer : kernel.line_buffers) line_buffer.row_samples = 0;
    for (const Rect& tile : tiles(kernel)) {
        const TileRanges ranges = tile_ranges(plan, kernel, tile);
        for (const Id<LineBuffer> i : kernel.line_buffers.ids()) {
            const Interval columns = ranges.line_buffer_columns[i];
            LineBuffer& line_buffer = kernel.line_buffers[i];
            const int floats = columns.last - columns.first + kRowSlack + kVectorFloats +
                               scan_overrun(kernel, i) + scale_overrun(kernel, i);
            line_buffer.row_samples =
                std::max(line_buffer.row_samples, rounded_up(floats, kVectorFloats));
        }
    }
}

/// Transposed tiles of a horizontal scan: inputs with their taps, and outputs, a period long, or as
/// many elements as a recurrence runs along between transpositions; of two groups of lanes, but
/// where one holds the longest row.
int scan_scratch(const CpuPlan& plan, const Loop& loop, int longest) {
    if (loop.kind != LoopKind::kHorizontalScan) return 0;
    const int length = loop.is_recurrence() ? kScanChunk : loop.restart_period;
    int rows = 0;
    for (const Read& read : loop.reads)
        rows += (length + read.x_last - read.x_first + kVectorFloats) *
                (read.rows.back() - read.rows.front() + 1) * read.slot_planes;
    for (const Id<PlanImage> image : plan.stages[loop.stages[0]].outputs)
        rows += (length + kVectorFloats) * plan.images[image].shape.planes;
    const bool one = !loop.is_recurrence() && longest <= length * loop.width;
    return rows * loop.width * (one ? 1 : 2) + kVectorFloats;
}

/// Floats per element that a vertical scan keeps between rows.
int scan_state(const CpuPlan& plan, const Loop& loop) {
    if (loop.kind != LoopKind::kVerticalScan) return 0;
    int floats = 0;
    for (const MemberFacts& member : plan.stages[loop.stages[0]].facts.state)
        floats += std::max(member.count, 1);
    return floats;
}

/// States of the lanes of all leaves in the longest row, of every plane that a task computes.
int lane_scratch(const CpuPlan& plan, const Kernel& kernel, const Loop& loop, int longest) {
    const Stage& stage = plan.stages[loop.stages.back()];
    const PlanImage& states = plan.images[stage.outputs.front()];
    return leaves_along(longest, states.leaf.width) * kLeafLanes * states.state_floats *
           (kernel.planes_outer ? 1 : loop.planes);
}

/// Longest row that any tile of the kernel gives to each loop, where some loop keeps rows.
Table<int, Loop> longest_rows(const CpuPlan& plan, const Kernel& kernel) {
    Table<int, Loop> longest(kernel.loops.size(), 0);
    if (std::none_of(kernel.loops.begin(), kernel.loops.end(), [](const Loop& loop) {
            return loop.is_scan() || loop.kind == LoopKind::kReduce;
        }))
        return longest;
    for (const Rect& tile : tiles(kernel)) {
        const TileRanges ranges = tile_ranges(plan, kernel, tile);
        for (const Id<Loop> l : longest.ids())
            longest[l] = std::max(longest[l], ranges.loops[l].width());
    }
    return longest;
}

}  // namespace

Kernel measured(const CpuPlan& plan, Kernel kernel) {
    measure_depths(plan, kernel);
    return measured_columns(plan, std::move(kernel));
}

Kernel measured_columns(const CpuPlan& plan, Kernel kernel) {
    measure_rows(plan, kernel);
    std::size_t bytes = 0;
    for (const LineBuffer& line_buffer : kernel.line_buffers) {
        const int planes = kernel.planes_outer ? 1 : line_buffer.planes;
        bytes += bytes_of(line_buffer.samples) * static_cast<std::size_t>(line_buffer.depth) *
                 planes * line_buffer.row_samples;
    }
    const Table<int, Loop> longest = longest_rows(plan, kernel);
    for (const Id<Loop> l : kernel.loops.ids()) {
        Loop& loop = kernel.loops[l];
        loop.scratch_floats = loop.kind == LoopKind::kReduce
                                  ? lane_scratch(plan, kernel, loop, longest[l])
                                  : scan_scratch(plan, loop, longest[l]);
        loop.state_rows = scan_state(plan, loop);
        if (loop.kind == LoopKind::kReduce)
            bytes += sizeof(float) * static_cast<std::size_t>(loop.scratch_floats);
        bytes += sizeof(float) * static_cast<std::size_t>(loop.state_rows) *
                 (kernel.planes_outer ? 1 : loop.planes) * (longest[l] + kRowSlack + kVectorFloats);
    }
    bytes += sizeof(float) * static_cast<std::size_t>(scan_scratch_floats(kernel));
    kernel.task_bytes = bytes;
    return kernel;
}

double redundancy(const CpuPlan& plan, const Kernel& kernel) {
    double computed = 0, needed = 0;
    const TileRanges whole = tile_ranges(plan, kernel, kernel.region);
    for (const Rect& range : whole.loops)
        needed += static_cast<double>(range.area()) * kernel.planes;
    for (const Task& task : tasks(kernel))
        for (const Rect& range : tile_ranges(plan, kernel, task.tile).loops)
            computed += static_cast<double>(range.area());
    return needed > 0 ? computed / needed : 1.0;
}

}  // namespace weft

#include "engine/explain_group.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>

#include "engine/plan_edges.h"
#include "graph/parameter_value.h"
#include "passes/gpu/fusion/group_layout.h"
#include "passes/gpu/fusion/group_work.h"
#include "passes/gpu/geometry.h"
#include "passes/gpu/kernel_regions.h"
#include "plan/gpu_choices.h"
#include "plan/hybrid_tile.h"
#include "plan/print_plan.h"

namespace weft {

namespace {

/// "no halo", "a halo of 2", "a halo of 2 in x", "a halo of x -1..3, y 0..1".
std::string halo_text(const Window& w) {
    if (w.is_point()) return "no halo";
    const int x = w.x_last, y = w.y_last;
    if (w.x_first == -x && w.y_first == -y) {
        if (x == y) return fmt::format("a halo of {}", x);
        if (y == 0) return fmt::format("a halo of {} in x", x);
        if (x == 0) return fmt::format("a halo of {} in y", y);
    }
    return fmt::format("a halo of x {}..{}, y {}..{}", w.x_first, w.x_last, w.y_first, w.y_last);
}

std::string scheme_text(const GpuKernel& kernel) {
    const GpuGroup& group = kernel.group;
    if (in_registers(group.kind))
        return fmt::format(
            "{}: {} in registers check nothing; others go by {}x{} elements, which {}",
            name_of(kernel.borders),
            group.kind == TileKind::kStream ? "rows well inside" : "whole tiles well inside",
            group.piece_u, group.piece_v,
            kernel.borders == BorderScheme::kNine ? "check the sides of their region" : "all do");
    switch (kernel.borders) {
        case BorderScheme::kNaive: return "naive: every element checks";
        case BorderScheme::kBody: return "body: blocks well inside check nothing, all others do";
        case BorderScheme::kNine:
            return "nine: each of nine regions of blocks checks its own sides";
        case BorderScheme::kWarp: break;
    }
    return kernel.kind == GpuKernelKind::kGroup
               ? "warp: each warp finds out what it must check, loop by loop"
               : "warp: each warp checks the sides of the region that it lies in";
}

/// What the body keeps of a tile.
std::string part_text(const GpuKernel& kernel, Id<GroupTile> t) {
    const GpuGroup& group = kernel.group;
    if (!in_registers(group.kind)) return {};
    const GroupPart& part = group.parts[t];
    const GroupTile& tile = group.tiles[t];
    if (group.kind == TileKind::kHybrid)
        return fmt::format(
            "; of the body {} bytes and {} registers", part.bytes,
            hybrid_part(kernel, scaling_of(kernel), tile.level, tile.halo).registers() *
                tile.planes);
    return fmt::format("; of the body {} rows of {} registers", part.rows * tile.planes,
                       part.before + group.strip.columns + part.after);
}

std::string tile_text(const GpuPlan& plan, const GpuKernel& kernel, Id<GroupTile> t) {
    const GroupTile& tile = kernel.group.tiles[t];
    const GpuGroup& group = kernel.group;
    const int rows = rows_held(group, kernel.layout, t, {group.piece_u, group.piece_v});
    return fmt::format("  tile {:<4} {}  {}x{}{}{}, {}, border {}, {} bytes{}\n", t.number(),
                       plan.images[tile.image].name, tile.pitch, rows,
                       holds_rows_in_flight(group, t) ? " in flight" : "",
                       tile.planes > 1 ? fmt::format("x{}", tile.planes) : "", halo_text(tile.halo),
                       border_text(tile.border), tile.bytes, part_text(kernel, t));
}

/// Of hybrid tiles of several resolutions: the elements that a lane has of each step.
std::string step_text(const GpuKernel& kernel, Id<GroupLevel> level) {
    if (kernel.group.kind != TileKind::kHybrid || kernel.group.levels.size() == 1) return {};
    const LevelScaling scaling = scaling_of(kernel)[level];
    return fmt::format(", {}x{} a lane and step", scaling.u.step, scaling.v.step);
}

/// Which elements a tile has, and where they lie.
std::string kind_text(const GpuKernel& kernel) {
    const GpuGroup& group = kernel.group;
    const GroupSplit& split = group.split;
    const GroupStrip& strip = group.strip;
    if (group.kind == TileKind::kHybrid)
        return fmt::format(
            "  hybrid    {} parallelograms {}: {} in shared memory, {} in registers{}\n",
            split.parallelograms, split.along_u ? "along rows" : "across rows",
            split.shared_parallelograms, split.parallelograms - split.shared_parallelograms,
            step_text(kernel, kResultsLevel));
    if (group.kind == TileKind::kStream)
        return fmt::format(
            "  strip     {} columns a lane, {} of margin on the left; {} row{} written out\n",
            strip.columns, strip.margin, strip.period, strip.period == 1 ? "" : "s");
    return {};
}

/// Where algorithm 2 chose how loads of memory go.
std::string transactions_text(const GpuGroup& group) {
    if (group.transaction_bytes == 0) return {};
    return fmt::format("  loads     in transactions of {} bytes, as algorithm 2 has it: {}\n",
                       group.transaction_bytes,
                       group.transaction_bytes == kSecondLevelBytes
                           ? "of the second-level cache, past the first"
                           : "lines of the first-level cache");
}

/// "2 x", "x / 2", "(3 x + 7) / 5".
std::string scale_text(const Scale& s, const char* axis) {
    std::string text = s.times == 1 ? axis : fmt::format("{} {}", s.times, axis);
    if (s.plus != 0) text += fmt::format(" {} {}", s.plus < 0 ? '-' : '+', std::abs(s.plus));
    if (s.over == 1) return text;
    return fmt::format("{} / {}", s.plus != 0 || s.times != 1 ? "(" + text + ")" : text, s.over);
}

/// The resolutions other than the results'.
std::string levels_text(const GpuKernel& kernel) {
    const GpuGroup& group = kernel.group;
    std::string text;
    for (const Id<GroupLevel> k : group.levels.ids()) {
        const GroupLevel& level = group.levels[k];
        if (!level.parent) continue;
        const TileExtent tile = level_extent(group, kernel.layout, k, {group.tile_u, group.tile_v});
        text +=
            fmt::format("  level {:<3} at ({}, {}) of level {}: up to {}x{} elements of a tile{}\n",
                        k.number(), scale_text(level.scale_x, "x"), scale_text(level.scale_y, "y"),
                        level.parent->number(), tile.u, tile.v, step_text(kernel, k));
    }
    return text;
}

std::string read_text(const GpuPlan& plan, const GpuKernel& kernel, const GroupEvaluation& e,
                      Id<StageInput> i) {
    const StageInput& input = plan.stages[e.stage].inputs[i];
    const Window window = window_of(input.taps);
    const std::string picture = plan.images[input.image].name;
    const std::string what =
        window.is_point() ? picture : fmt::format("{} of {}", size_text(window), picture);
    if (std::holds_alternative<FromValue>(e.reads[i])) return what + " (value)";
    if (const auto* from = std::get_if<FromTile>(&e.reads[i]))
        return fmt::format("{} (tile {})", what, from->tile.number());
    const GpuInput& memory = kernel.inputs[std::get<FromMemory>(e.reads[i]).input];
    return fmt::format("{} (memory{})", what,
                       memory.access == GpuAccess::kBordered ? ", borders checked" : "");
}

/// Where listing 2 of paper: gpu-autoscheduler computes what a loop evaluates: "block" or "warp",
/// who shares its tiles, or "row", and "thread" of what stays a value.
std::string computed_at(const GpuPlan& plan, const GpuKernel& kernel, const GroupLoop& loop,
                        const GroupEvaluation& e) {
    const GpuGroup& group = kernel.group;
    for (const Id<PlanImage> image : plan.stages[e.stage].outputs) {
        const auto holds_it = [&](Id<GroupTile> t) { return group.tiles[t].image == image; };
        const auto stores_it = [&](const GroupStore& s) { return s.image == image && !s.tile; };
        if (std::any_of(loop.tiles.begin(), loop.tiles.end(), holds_it))
            return goes_with_others(group, loop) && loop.rows == LoopRows::kWithNext
                       ? "row"
                       : team_of(group.kind);
        if (&loop == &group.loops.back() &&
            std::any_of(group.stores.begin(), group.stores.end(), stores_it))
            return team_of(group.kind);
    }
    return "thread";
}

/// What a loop waits for.
std::string barrier_text(const GpuGroup& group, Id<GroupLoop> l) {
    if (!group.loops[l].barrier_before || group.kind == TileKind::kStream) return {};
    return group.kind == TileKind::kBlock && !goes_with_the_last(group, l)
               ? "a barrier of the block; "
               : "the warp waits for itself; ";
}

std::string loop_text(const GpuPlan& plan, const GpuKernel& kernel, Id<GroupLoop> l) {
    const GroupLoop& loop = kernel.group.loops[l];
    std::string text = fmt::format("  loop {:<4} ", l.number());
    text += barrier_text(kernel.group, l);
    if (goes_with_others(kernel.group, loop) && loop.rows == LoopRows::kWithNext)
        text += fmt::format("row by row with loop {}, a warp a row; ", l.number() + 1);
    if (loop.level != kResultsLevel) text += fmt::format("level {}, ", loop.level.number());
    text += halo_text(loop.halo);
    if (leaves_domain(kernel, loop)) text += ", border " + border_text(loop.border);
    const Rect& d = loop.domain;
    if (d != kernel.group.loops.back().domain)
        text += fmt::format(", domain {}x{} from ({}, {})", d.width(), d.height(), d.x0, d.y0);
    text +=
        fmt::format("; {:.2f} evaluations for each element of the tile", redundancy(kernel, loop));
    std::vector<int> tiles;
    for (const Id<GroupTile> t : loop.tiles) tiles.push_back(t.number());
    if (!tiles.empty())
        text +=
            fmt::format("; fills tile{} {}", tiles.size() == 1 ? "" : "s", fmt::join(tiles, ", "));
    text += "\n";
    if (loop.copies)
        text += fmt::format("              copies {} from memory{}\n",
                            plan.images[kernel.inputs[*loop.copies].image].name,
                            loop.from_boundary ? ", realigned: whole lines" : "");
    std::size_t longest = 0;
    for (const GroupEvaluation& e : loop.evaluations)
        longest = std::max(longest, plan.stages[e.stage].name.size());
    for (const GroupEvaluation& e : loop.evaluations) {
        std::vector<std::string> reads;
        for (const Id<StageInput> i : e.reads.ids()) reads.push_back(read_text(plan, kernel, e, i));
        text += fmt::format("              {:<{}}  {:<6}  reads {}\n", plan.stages[e.stage].name,
                            longest, computed_at(plan, kernel, loop, e), fmt::join(reads, ", "));
    }
    return text;
}

std::string stores_text(const GpuPlan& plan, const GpuGroup& group) {
    std::string text;
    for (const GroupStore& store : group.stores)
        if (store.tile)
            text += fmt::format("              stores {} from tile {}\n",
                                plan.images[store.image].name, store.tile->number());
    return text;
}

}  // namespace

std::string explain_borders(const GpuPlan& plan, const GpuKernel& kernel) {
    const std::string regions = regions_text(plan, kernel);
    return fmt::format("  borders   {}{}{}\n", scheme_text(kernel), regions.empty() ? "" : "; ",
                       regions);
}

std::string explain_group(const GpuPlan& plan, const GpuKernel& kernel) {
    const GpuGroup& group = kernel.group;
    std::string text =
        fmt::format("  tile      {}x{} elements by a {} of {}x{} threads{}\n", group.tile_u,
                    group.tile_v, team_of(group.kind), group.team_u, group.team_v,
                    group.planes_inside ? ", every thread all planes" : "");
    text += kind_text(kernel) + transactions_text(group);
    if (!group.nested)
        text += "  nesting   none: what others read has a tile and a loop of its own\n";
    text += levels_text(kernel);
    text += explain_borders(plan, kernel);
    for (const Id<GroupTile> t : group.tiles.ids()) text += tile_text(plan, kernel, t);
    for (const Id<GroupLoop> l : group.loops.ids()) text += loop_text(plan, kernel, l);
    return text + stores_text(plan, group);
}

}  // namespace weft

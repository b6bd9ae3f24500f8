// The rules of GPU kernels.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "core/scale.h"
#include "plan/hybrid_tile.h"
#include "plan/kernel_borders.h"
#include "plan/verify_devices.h"

namespace weft {

namespace {

std::set<Id<PlanImage>> reads_of(const GpuKernel& kernel) {
    std::set<Id<PlanImage>> images;
    if (kernel.source) images.insert(*kernel.source);
    for (const GpuInput& input : kernel.inputs) images.insert(input.image);
    return images;
}

std::string group_grid_flaw(const GpuKernel& kernel) {
    const GpuGroup& group = kernel.group;
    const bool rows = kernel.layout == Layout::kRows;
    const long long u = rows ? kernel.region.width() : kernel.region.height();
    const long long v = rows ? kernel.region.height() : kernel.region.width();
    if (kernel.shape.block_u % group.team_u != 0 || kernel.shape.block_v % group.team_v != 0)
        return "a block of broken teams";
    if (group.kind != TileKind::kBlock && group.team_u * group.team_v != 32) return "half a warp";
    if (in_registers(group.kind) && group.parts.size() != group.tiles.size())
        return "a body that does not keep all tiles";
    if (group.kind == TileKind::kHybrid && !is_whole_steps(group, scaling_of(kernel)))
        return "a hybrid tile of broken steps";
    for (const GroupPart& part : group.parts)
        if (part.offset + part.bytes > group.team_bytes || part.rows < 1 ||
            group.strip.period % part.rows != 0)
            return "a part out of bounds, or a line buffer that does not rotate with the others";
    const long long teams_u = kernel.shape.block_u / group.team_u;
    const long long teams_v = kernel.shape.block_v / group.team_v;
    if (kernel.shape.grid_u * teams_u * group.tile_u < u ||
        kernel.shape.grid_v * teams_v * group.tile_v < v)
        return "elements that no tile holds";
    if (static_cast<long long>(group.team_bytes) * teams_u * teams_v >
        static_cast<long long>(kernel.shared_bytes))
        return "teams that share tiles";
    return "";
}

/// The level of what elements of another read so, if there is one.
std::optional<Id<GroupLevel>> level_read(const GpuGroup& group, Id<GroupLevel> level,
                                         const StageInput& in) {
    if (!in.is_scaled()) return level;
    for (const Id<GroupLevel> k : group.levels.ids())
        if (group.levels[k].parent == level && group.levels[k].scale_x == in.scale_x &&
            group.levels[k].scale_y == in.scale_y)
            return k;
    return std::nullopt;
}

/// Loops that go row by row together have the same rows. `within`: the one before goes with this.
std::string rows_flaw(const GpuGroup& group, Layout layout, Id<GroupLoop> l, bool within) {
    const GroupLoop& loop = group.loops[l];
    if (loop.rows == (within ? LoopRows::kAll : LoopRows::kLast))
        return "rows that no other loop goes by";
    if (loop.rows != LoopRows::kWithNext) return "";
    if (l.index() + 1 == group.loops.size()) return "rows that go with no other";
    const GroupLoop& next = group.loops[Id<GroupLoop>(l.index() + 1)];
    const Window own = in_uv(loop.halo, layout), other = in_uv(next.halo, layout);
    return loop.level == next.level && own.y_first == other.y_first && own.y_last == other.y_last
               ? ""
               : "loops of other rows that go row by row";
}

/// What loops read must have been written, behind a barrier, and lie in the tile.
std::string group_flaw(const GpuPlan& plan, const GpuKernel& kernel) {
    const GpuGroup& group = kernel.group;
    std::set<Id<GroupTile>> filled, settled;
    const auto tile_flaw = [&](Id<GroupTile> t, std::optional<Id<GroupLevel>> level,
                               const Window& reads) -> std::string {
        if (settled.count(t) == 0) return "a tile read before it is filled, or with no barrier";
        const GroupTile& tile = group.tiles[t];
        if (tile.level != level) return "a tile of another level";
        const Window& halo = tile.halo;
        return hull(halo, reads) == halo ? "" : "a read beside a tile";
    };
    std::set<Id<GroupTile>> together;  // filled by loops that go row by row with this one
    bool within = false;
    for (const Id<GroupLoop> l : group.loops.ids()) {
        const GroupLoop& loop = group.loops[l];
        if (std::string flaw = rows_flaw(group, kernel.layout, l, within); !flaw.empty())
            return flaw;
        if (!within) {  // of rows that went by only the last ones' are left
            for (const Id<GroupTile> t : together) {
                filled.erase(t);
                settled.erase(t);
            }
            together.clear();
        }
        if (loop.barrier_before) {
            if (!within) settled.clear();
            const auto& waited = within ? together : filled;
            settled.insert(waited.begin(), waited.end());
        }
        std::set<Id<PlanImage>> values;
        for (const GroupEvaluation& e : loop.evaluations) {
            const Stage& stage = plan.stages[e.stage];
            for (const Id<StageInput> i : e.reads.ids()) {
                const StageInput& in = stage.inputs[i];
                const Window around = scaled_window(in.scale_x, in.scale_y, loop.halo);
                const Window reads = sum(around, window_of(in.taps));
                if (const auto* from = std::get_if<FromTile>(&e.reads[i]))
                    if (std::string flaw =
                            tile_flaw(from->tile, level_read(group, loop.level, in), reads);
                        !flaw.empty())
                        return flaw;
                if (const auto* from = std::get_if<FromValue>(&e.reads[i]);
                    from && (values.count(from->image) == 0 || in.is_scaled()))
                    return "a value used before it is computed";
            }
            values.insert(stage.outputs.begin(), stage.outputs.end());
        }
        if (loop.from_boundary &&
            (!loop.copies || *loop.from_boundary < 0 || *loop.from_boundary >= kLineFloats))
            return "a realigned loop that is no copy from a boundary";
        for (const Id<GroupTile> t : loop.tiles) {
            if (!group.tiles.has(t)) return "a tile that is not there";
            const GroupTile& tile = group.tiles[t];
            if (!(tile.halo == loop.halo) || tile.level != loop.level)
                return "a tile that is not filled whole";
            const TileExtent extent =
                loop_extent(group, kernel.layout, loop, {group.piece_u, group.piece_v});
            const auto rows = static_cast<std::size_t>(
                rows_held(group, kernel.layout, t, {group.piece_u, group.piece_v}));
            if (tile.pitch < extent.u || tile.bytes < 4u * static_cast<std::size_t>(tile.pitch) *
                                                          rows *
                                                          static_cast<std::size_t>(tile.planes))
                return "a tile that its loop does not fit";
            filled.insert(t);
            if (loop.rows == LoopRows::kWithNext) together.insert(t);
        }
        within = loop.rows == LoopRows::kWithNext;
        if (&loop != &group.loops.back()) continue;
        if (!loop.halo.is_point() || loop.level != kResultsLevel) return "outputs stored twice";
        for (const GroupStore& store : group.stores) {
            if (!store.tile && values.count(store.image) == 0) return "an output never computed";
            if (store.tile)
                if (std::string flaw = tile_flaw(*store.tile, kResultsLevel, {}); !flaw.empty())
                    return flaw;
        }
    }
    for (const GroupTile& a : group.tiles)
        for (const GroupTile& b : group.tiles)
            if (&a != &b && a.offset < b.offset + b.bytes && b.offset < a.offset + a.bytes)
                return "tiles that overlap";
    return "";
}

/// Elements that the grid's blocks reach, along u and v; scans count segments by periods.
std::string grid_flaw(const GpuPlan& plan, const GpuKernel& kernel) {
    const GpuShape& s = kernel.shape;
    const GpuTarget& t = plan.target;
    if (s.block_u < 1 || s.block_v < 1 || s.threads() > t.max_threads_per_block)
        return fmt::format("a block of {}x{}", s.block_u, s.block_v);
    if (s.grid_u < 1 || s.grid_v < 1 || s.grid_planes < 1) return "an empty grid";
    if (s.grid_u > t.max_grid_x || s.grid_v > t.max_grid_y || s.grid_planes > t.max_grid_z)
        return "a grid beyond the limits";
    if (kernel.minimised)
        return s.block_v == 1 && s.grid_v == 1 && s.grid_planes == 1 ? "" : "a flat grid in 2-D";
    if (s.strided) return "";
    if (kernel.kind == GpuKernelKind::kGroup) return group_grid_flaw(kernel);
    if (kernel.kind == GpuKernelKind::kResult)
        return s.grid_u == 1 && s.grid_v == 1 && s.grid_planes == kernel.planes
                   ? ""
                   : "not a block for each plane of a result";
    const bool rows = kernel.layout == Layout::kRows;
    const long long u = rows ? kernel.region.width() : kernel.region.height();
    const long long v = rows ? kernel.region.height() : kernel.region.width();
    long long block_u = s.block_u, block_v = s.block_v;
    if (kernel.kind == GpuKernelKind::kTranspose) block_u = block_v = 32;
    if (kernel.kind == GpuKernelKind::kAccumulate) {
        block_u = kernel.tile_u();
        block_v = kernel.tile_v();
    }
    if (kernel.kind == GpuKernelKind::kScan && !kernel.rebuilds) {
        const Stage& stage = plan.stages[kernel.stages.front()];
        const long long whole = 1ll << 40;
        const long long advanced = kernel.periods_per_thread == 0
                                       ? whole
                                       : 1ll * kernel.periods_per_thread * stage.restart_period;
        (kernel.is_scan_along_u(stage.scan_axis) ? block_u : block_v) = advanced;
        if ((kernel.is_scan_along_u(stage.scan_axis) ? s.block_u : s.block_v) != 1)
            return "threads along the axis of a scan";
    }
    if (s.grid_u * block_u < u || s.grid_v * block_v < v || s.grid_planes < kernel.planes)
        return "elements that no block computes";
    return "";
}

std::string overlap_flaw(const GpuKernel& kernel, const GpuInput& input) {
    if (input.shared_offset + input.shared_bytes > kernel.shared_bytes)
        return "a tile out of bounds";
    for (const GpuInput& other : kernel.inputs)
        if (&other != &input && other.access == GpuAccess::kShared &&
            other.shared_offset < input.shared_offset + input.shared_bytes &&
            input.shared_offset < other.shared_offset + other.shared_bytes)
            return "tiles that overlap";
    return "";
}

/// Of an accumulation: what a chunk of its terms reads of an input.
std::string box_flaw(const GpuPlan& plan, const GpuKernel& kernel, const GpuInput& input) {
    const std::optional<BoundAccumulation>& found = plan.stages[kernel.stages.front()].accumulation;
    if (!found || !found->why_no_tiles.empty()) return "tiles of terms that cannot have them";
    const BoundAccumulation& bound = *found;
    const std::optional<TermReads::Box>& box = bound.reads[input.by.input].box;
    const std::string& name = plan.images[input.image].name;
    if (!box) return "a box of " + name + ", which is read elsewhere";
    const BoxExtent extent =
        box_extent(bound, *box, kernel.tile_u(), kernel.tile_v(), kernel.accumulation.turns);
    const bool fits =
        input.shared_pitch >= extent.width &&
        input.shared_bytes >=
            4u * static_cast<std::size_t>(input.shared_pitch * extent.height * extent.planes);
    return fits ? "" : "a box that is too small for " + name;
}

std::string input_flaw(const GpuPlan& plan, const GpuKernel& kernel, const GpuInput& input) {
    const StageInput& read = input_of(plan, input.by);
    const PlanImage& image = plan.images[input.image];
    // A collecting kernel's region are its states.
    const Rect& elements =
        kernel.kind == GpuKernelKind::kReduce ? plan.stages[input.by.stage].domain : kernel.region;
    if (read.image != input.image) return "an input that is not its stage's";
    if (storage_of(plan, input.image).layout != kernel.layout)
        return image.name + " lies otherwise than the kernel";
    for (const Offset& tap : read.taps) {
        const Rect r =
            scaled(read.scale_x, read.scale_y, level_region(kernel.group, input.level, elements));
        const Rect touched{r.x0 + tap.x, r.y0 + tap.y, r.x1 + tap.x, r.y1 + tap.y};
        if (input.access == GpuAccess::kGlobal && !image.region.contains(touched))
            return image.name + " is read in place where nothing is stored";
    }
    if (input.access != GpuAccess::kShared) return "";
    if (kernel.kind == GpuKernelKind::kScan) return "a staged scan";
    if (kernel.kind == GpuKernelKind::kAccumulate) {
        if (std::string flaw = box_flaw(plan, kernel, input); !flaw.empty()) return flaw;
        return overlap_flaw(kernel, input);
    }
    const Window& w = input.window;
    const int wide = w.x_last - w.x_first, high = w.y_last - w.y_first;
    const bool rows = kernel.layout == Layout::kRows;
    const int planes = read.granularity == ePixel ? image.shape.planes : 1;
    if (input.shared_pitch < kernel.shape.block_u + (rows ? wide : high) ||
        input.shared_bytes <
            4u * static_cast<std::size_t>(input.shared_pitch) * static_cast<std::size_t>(planes) *
                static_cast<std::size_t>(kernel.shape.block_v + (rows ? high : wide)))
        return "a tile that is too small for " + image.name;
    return overlap_flaw(kernel, input);
}

std::string kernel_flaw(const GpuPlan& plan, const GpuKernel& kernel) {
    if (std::string flaw = grid_flaw(plan, kernel); !flaw.empty()) return flaw;
    // What no multiprocessor can hold is refused once the plan is made, with what it would take.
    if (kernel.occupancy > 0 && kernel.shared_bytes > plan.target.max_shared_per_block)
        return "too much shared memory";
    if (kernel.occupancy < 0 || kernel.occupancy > 1)
        return fmt::format("an occupancy of {}", kernel.occupancy);
    if (kernel.kind == GpuKernelKind::kGroup) {
        if (std::string flaw = group_flaw(plan, kernel); !flaw.empty()) return flaw;
    } else if (kernel.borders != BorderScheme::kNaive && !may_tell_borders_apart(plan, kernel)) {
        return "borders told apart where no element is told from another";
    } else if (kernel.borders == BorderScheme::kWarp && !may_tell_warps_apart(plan, kernel)) {
        return "warps told apart that share a tile, or are no whole rows";
    }
    for (const GpuInput& input : kernel.inputs)
        if (std::string flaw = input_flaw(plan, kernel, input); !flaw.empty()) return flaw;
    for (const Id<PlanImage> output : kernel.outputs) {
        if (storage_of(plan, output).layout != kernel.layout)
            return "an output that lies otherwise";
        if (plan.images[output].region != kernel.region) return "an output of another region";
    }
    if (kernel.kind != GpuKernelKind::kTranspose) return "";
    const PlanImage& to = plan.images[kernel.outputs.at(0)];
    if (!kernel.source) return "a copy of nothing";
    const PlanImage& from = plan.images[*kernel.source];
    if (to.original() != kernel.source) return "a copy of something else";
    if (storage_of(plan, kernel.outputs.at(0)).layout == storage_of(plan, *kernel.source).layout)
        return "a transposition that does not transpose";
    if (to.region != from.region || !same_samples(to.shape, from.shape))
        return "a copy of another size";
    return "";
}

/// By running the kernels in thought: what is written, what is still there, what overlaps.
std::string arena_flaw(const GpuPlan& plan) {
    const int kernels = static_cast<int>(plan.kernels.size());
    Table<int, PlanImage> last(plan.images.size(), -2);
    for (const Id<PlanImage> i : plan.images.ids()) {
        if (!plan.images[i].graph_outputs.empty()) last[i] = kernels;
        for (int k = 0; k < kernels; ++k)
            if (reads_of(plan.kernels[Id<GpuKernel>(k)]).count(i)) last[i] = std::max(last[i], k);
    }
    const auto bytes = [&](Id<PlanImage> i) { return stored_bytes(plan, i); };
    std::set<Id<PlanImage>> alive;
    for (const Id<PlanImage> i : plan.images.ids())
        if (plan.images[i].graph_input() && last[i] >= 0) alive.insert(i);
    const auto overlap = [&]() -> std::string {
        std::size_t all = 0;
        for (const Id<PlanImage> a : alive) {
            all += bytes(a);
            const std::size_t begin = storage_of(plan, a).arena_offset;
            if (begin + bytes(a) > plan.arena_bytes) return plan.images[a].name + " ends outside";
            for (const Id<PlanImage> b : alive)
                if (a < b && begin < storage_of(plan, b).arena_offset + bytes(b) &&
                    storage_of(plan, b).arena_offset < begin + bytes(a))
                    return plan.images[a].name + " overlaps " + plan.images[b].name;
        }
        return all > plan.peak_bytes ? "more is alive than the peak says" : "";
    };
    if (std::string flaw = overlap(); !flaw.empty()) return flaw;
    for (int k = 0; k < kernels; ++k) {
        const GpuKernel& kernel = plan.kernels[Id<GpuKernel>(k)];
        for (const Id<PlanImage> image : reads_of(kernel))
            if (!alive.count(image) && !plan.images[image].region.empty())
                return kernel.name + " reads " + plan.images[image].name + " before it is there";
        for (const Id<PlanImage> output : kernel.outputs)
            if (!alive.insert(output).second) return kernel.name + " writes again what is there";
        if (std::string flaw = overlap(); !flaw.empty()) return kernel.name + ": " + flaw;
        for (auto i = alive.begin(); i != alive.end();)
            i = last[*i] <= k ? alive.erase(i) : std::next(i);
    }
    for (const Id<GraphOutput> o : plan.outputs.ids()) {
        const PlanImage& image = plan.images[plan.outputs[o]];
        if (storage_of(plan, plan.outputs[o]).layout != Layout::kRows)
            return "an output by columns";
        if (!alive.count(plan.outputs[o])) return "output " + image.name + " is not there";
        if (std::count(image.graph_outputs.begin(), image.graph_outputs.end(), o) != 1)
            return "output " + image.name + " does not know that it is one";
    }
    return "";
}

}  // namespace

std::string find_gpu_flaw(const GpuPlan& plan, PlanPhase phase) {
    std::set<std::string> names;
    std::multiset<Id<Stage>> stages;
    for (const GpuKernel& kernel : plan.kernels) {
        if (!names.insert(kernel.name).second) return "two kernels named " + kernel.name;
        stages.insert(kernel.stages.begin(), kernel.stages.end());
        if (phase < PlanPhase::kTiles) continue;
        if (std::string flaw = kernel_flaw(plan, kernel); !flaw.empty())
            return kernel.name + ": " + flaw;
    }
    for (const Id<Stage> s : plan.stages.ids()) {
        if (stages.count(s) == 0) return plan.stages[s].name + " is not computed";
        const std::vector<Id<PlanImage>>& images = plan.stages[s].outputs;
        if (stages.count(s) > 1 &&
            std::any_of(images.begin(), images.end(),
                        [&](Id<PlanImage> image) { return is_stored(plan, image); }))
            return plan.stages[s].name + " is stored, and not computed once";
    }
    for (const Id<PlanImage> i : plan.images.ids())
        if (plan.images[i].graph_input() && storage_of(plan, i).layout != Layout::kRows)
            return "an input by columns";
    return phase >= PlanPhase::kMemory ? arena_flaw(plan) : "";
}

}  // namespace weft

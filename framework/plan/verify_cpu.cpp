// The rules of row pipelines.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "core/scale.h"
#include "plan/ranges.h"
#include "plan/verify_devices.h"

namespace weft {

namespace {

int slots_of(const Read& read) {
    const std::size_t rows =
        !read.slot_rows.empty()
            ? read.slot_rows.size()
            : static_cast<std::size_t>(read.rows.back() - read.rows.front() + 1);
    return static_cast<int>(rows) * read.slot_planes;
}

/// True when intervals [first, first + count) are disjoint and fill [0, total).
bool fills(std::vector<std::pair<int, int>> pieces, int total) {
    std::sort(pieces.begin(), pieces.end());
    int at = 0;
    for (const auto& [first, count] : pieces) {
        if (first != at) return false;
        at += count;
    }
    return at == total;
}

class Inspection {
  public:
    Inspection(const CpuPlan& plan, const Kernel& kernel, PlanPhase phase)
        : plan_(plan), kernel_(kernel), phase_(phase) {}

    std::string run() {
        for (const Id<LineBuffer> i : kernel_.line_buffers.ids()) check_line_buffer(i);
        for (const Id<Loop> l : kernel_.loops.ids()) check_loop(l);
        check_outputs();
        return flaw_;
    }

  private:
    void fail(const std::string& what) {
        if (flaw_.empty()) flaw_ = kernel_.name + ": " + what;
    }

    void check_line_buffer(Id<LineBuffer> i) {
        const LineBuffer& line_buffer = kernel_.line_buffers[i];
        int fillers = 0;
        for (const Id<Loop> l : kernel_.loops.ids())
            for (const Write& write : kernel_.loops[l].writes)
                if (write.line_buffer == i) {
                    ++fillers;
                    if (l != line_buffer.loop || write.image != line_buffer.image)
                        fail(fmt::format("line buffer {} is filled by loop {}", i.number(),
                                         l.number()));
                }
        const KeptInBuffer* const source = kept(plan_, line_buffer.image);
        if (line_buffer.edges && source != nullptr && source->output)
            fail(fmt::format("line buffer {}: its picture is written over while it is read",
                             i.number()));
        if (fillers != 1)
            fail(fmt::format("line buffer {} is filled {} times", i.number(), fillers));
        if (phase_ >= PlanPhase::kTiles && (line_buffer.depth < 1 || line_buffer.row_samples < 1))
            fail(fmt::format("line buffer {} has no rows", i.number()));
    }

    void check_loop(Id<Loop> l) {
        const Loop& loop = kernel_.loops[l];
        std::vector<std::pair<int, int>> in, out;
        for (const Read& read : loop.reads) {
            in.emplace_back(read.first_slot, slots_of(read));
            check_read(l, read);
        }
        for (const Write& write : loop.writes)
            out.emplace_back(write.first_slot, write.slot_planes);
        if (!fills(in, loop.read_slots)) fail(fmt::format("loop {}: read slots", l.number()));
        if (!fills(out, loop.write_slots)) fail(fmt::format("loop {}: write slots", l.number()));
        if (loop.writes.empty()) fail(fmt::format("loop {} writes nothing", l.number()));
    }

    void check_read(Id<Loop> l, const Read& read) {
        const Loop& loop = kernel_.loops[l];
        const PlanImage& image = plan_.images[read.image];
        const std::optional<Id<Stage>> producer = image.producer();
        const bool made_here = producer && std::find(kernel_.stages.begin(), kernel_.stages.end(),
                                                     *producer) != kernel_.stages.end();
        const Rect& d = image.shape.domain;
        const Rect around = scaled(read.scale_x, read.scale_y, loop.domain);
        const bool beside = around.x0 + read.x_first < d.x0 || around.x1 + read.x_last > d.x1;
        if (!read.line_buffer) {
            if (made_here)
                fail(fmt::format("loop {} reads {} before it is whole", l.number(), image.name));
            if (beside && loop.kind != LoopKind::kLoad)
                fail(fmt::format("loop {} reads beside {} in place", l.number(), image.name));
            return;
        }
        const LineBuffer& line_buffer = kernel_.line_buffers[*read.line_buffer];
        if (line_buffer.image != read.image)
            fail(fmt::format("loop {} reads another picture's line buffer", l.number()));
        if (line_buffer.loop >= l) fail(fmt::format("loop {} reads what comes later", l.number()));
        if (line_buffer.edges && (kernel_.loops[l].kind != LoopKind::kParallel ||
                                  read.scale_x != Scale{} || read.scale_y != Scale{}))
            fail(fmt::format("loop {} needs more of {} than its edges", l.number(), image.name));
        const bool padded = line_buffer.padded && line_buffer.border == read.border;
        if (beside && loop.kind != LoopKind::kStore && loop.kind != LoopKind::kCopy && !padded)
            fail(fmt::format("loop {} reads beside {} without its border", l.number(), image.name));
        if (read.virtual_rows != (kernel_.loops[line_buffer.loop].kind == LoopKind::kLoad))
            fail(fmt::format("loop {}: rows beyond {} are not in its line buffer", l.number(),
                             image.name));
    }

    void check_outputs() {
        std::map<Id<PlanImage>, int> written;
        for (const Loop& loop : kernel_.loops)
            for (const Write& write : loop.writes)
                if (!write.line_buffer) ++written[write.image];
        for (const KernelOutput& output : kernel_.outputs)
            if (written[output.image] != 1)
                fail(fmt::format("{} is written {} times", plan_.images[output.image].name,
                                 written[output.image]));
        if (written.size() != kernel_.outputs.size()) fail("it writes what is no output");
    }

    const CpuPlan& plan_;
    const Kernel& kernel_;
    const PlanPhase phase_;
    std::string flaw_;
};

/// The kernel that computes each stage; nothing where none does, or several.
Table<std::optional<Id<Kernel>>, Stage> only_kernels_of_stages(const CpuPlan& plan) {
    Table<std::optional<Id<Kernel>>, Stage> kernels = kernels_of_stages(plan);
    Table<int, Stage> times(plan.stages.size(), 0);
    for (const Kernel& kernel : plan.kernels)
        for (const Id<Stage> s : kernel.stages) ++times[s];
    for (const Id<Stage> s : kernels.ids())
        if (times[s] != 1) kernels[s].reset();
    return kernels;
}

/// What kernels read of one another lies in memory, and is there.
std::string order_flaw(const CpuPlan& plan) {
    const Table<std::optional<Id<Kernel>>, Stage> kernels = only_kernels_of_stages(plan);
    for (const Id<Stage> s : plan.stages.ids()) {
        const Stage& stage = plan.stages[s];
        if (!kernels[s]) return stage.name + " is not computed once";
        for (const StageInput& input : stage.inputs) {
            const PlanImage& image = plan.images[input.image];
            const std::optional<Id<Stage>> producer = image.producer();
            if (!producer) continue;
            const std::optional<Id<Kernel>> maker = kernels[*producer];
            if (maker == kernels[s]) continue;
            if (maker > kernels[s])
                return fmt::format("{} reads {} before it is made", stage.name, image.name);
            if (kept(plan, input.image) == nullptr)
                return fmt::format("{} reads {}, which is not materialised", stage.name,
                                   image.name);
        }
    }
    return "";
}

/// Tiles cover the region once; where planes are cut into strips and others are not, each sort
/// does. What the kernel leaves lies within.
std::string tiles_flaw(const CpuPlan& plan, const Kernel& kernel) {
    for (const KernelOutput& output : kernel.outputs)
        if (const PlanImage& image = plan.images[output.image];
            !image.is_state() && !kernel.region.contains(output.region))
            return fmt::format("{}: tiles do not reach all of {}", kernel.name, image.name);
    long long covered = 0;
    for (const Rect& tile : tiles(kernel)) {
        if (tile.empty() || !kernel.region.contains(tile))
            return kernel.name + ": a tile lies outside the region";
        covered += tile.area();
    }
    const bool strips = kernel.whole_planes < kernel.planes;
    const bool whole = kernel.whole_planes > 0 && kernel.strip_height < kernel.region.height();
    const long long times = std::max(1, strips + whole);
    return covered == times * kernel.region.area()
               ? ""
               : kernel.name + ": tiles do not cover the region";
}

/// The kernels between which a picture that is kept is in its buffer, both included; where kernels
/// of a plane loop take turns by planes, all of the plane loop. None: it is not made, or not read.
struct Life {
    std::optional<Id<Kernel>> first, last;
};

Life life_of(const CpuPlan& plan, Id<PlanImage> image) {
    Life life;
    const auto reads = [&](const Kernel& kernel) {
        return std::any_of(kernel.loops.begin(), kernel.loops.end(), [&](const Loop& loop) {
            return std::any_of(loop.reads.begin(), loop.reads.end(),
                               [&](const Read& r) { return r.image == image; }) ||
                   std::any_of(loop.pictures.begin(), loop.pictures.end(),
                               [&](const PictureRead& r) { return r.image == image; });
        });
    };
    for (const Id<Kernel> k : plan.kernels.ids()) {
        for (const KernelOutput& output : plan.kernels[k].outputs)
            if (output.image == image && !life.first) life.first = k;
        if (reads(plan.kernels[k])) life.last = k;
    }
    if (kept(plan, image)->one_plane || !life.first) return life;
    const auto widen = [&](Id<Kernel>& end, int step) {
        const std::optional<Id<Kernel>> plane_loop = plan.kernels[end].plane_loop;
        for (Id<Kernel> k = end;
             plane_loop && plan.kernels.has(k) && plan.kernels[k].plane_loop == plane_loop;
             k = Id<Kernel>(k.number() + step))
            end = k;
    };
    widen(*life.first, -1);
    if (life.last) widen(*life.last, 1);
    return life;
}

std::string buffers_flaw(const CpuPlan& plan) {
    std::vector<std::pair<Id<PlanImage>, Life>> before;
    for (const Id<PlanImage> i : plan.images.ids()) {
        const KeptInBuffer* const place = kept(plan, i);
        if (place == nullptr) continue;
        const Life life = life_of(plan, i);
        if (!life.first) continue;
        if (!place->buffer) return plan.images[i].name + " has no buffer";
        for (const auto& [other, theirs] : before)
            if (kept(plan, other)->buffer == place->buffer && life.first <= theirs.last &&
                theirs.first <= life.last)
                return fmt::format("{} and {} are in one buffer at a time", plan.images[i].name,
                                   plan.images[other].name);
        before.emplace_back(i, life);
    }
    return "";
}

}  // namespace

std::string find_cpu_flaw(const CpuPlan& plan, PlanPhase phase) {
    if (std::string flaw = order_flaw(plan); !flaw.empty()) return flaw;
    for (const Kernel& kernel : plan.kernels) {
        if (phase >= PlanPhase::kRows)
            if (std::string flaw = Inspection(plan, kernel, phase).run(); !flaw.empty())
                return flaw;
        if (phase >= PlanPhase::kTiles)
            if (std::string flaw = tiles_flaw(plan, kernel); !flaw.empty()) return flaw;
    }
    return phase >= PlanPhase::kMemory ? buffers_flaw(plan) : "";
}

}  // namespace weft

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
        for (std::size_t i = 0; i < kernel_.line_buffers.size(); ++i) check_line_buffer(i);
        for (std::size_t l = 0; l < kernel_.loops.size(); ++l) check_loop(l);
        check_outputs();
        return flaw_;
    }

  private:
    void fail(const std::string& what) {
        if (flaw_.empty()) flaw_ = kernel_.name + ": " + what;
    }

    void check_line_buffer(std::size_t i) {
        const LineBuffer& line_buffer = kernel_.line_buffers[i];
        int fillers = 0;
        for (std::size_t l = 0; l < kernel_.loops.size(); ++l)
            for (const Write& write : kernel_.loops[l].writes)
                if (write.line_buffer == static_cast<int>(i)) {
                    ++fillers;
                    if (static_cast<int>(l) != line_buffer.loop || write.image != line_buffer.image)
                        fail(fmt::format("line buffer {} is filled by loop {}", i, l));
                }
        const KeptInBuffer* const source = kept(plan_, line_buffer.image);
        if (line_buffer.edges && source != nullptr && source->output)
            fail(fmt::format("line buffer {}: its picture is written over while it is read", i));
        if (fillers != 1) fail(fmt::format("line buffer {} is filled {} times", i, fillers));
        if (phase_ >= PlanPhase::kTiles && (line_buffer.depth < 1 || line_buffer.row_samples < 1))
            fail(fmt::format("line buffer {} has no rows", i));
    }

    void check_loop(std::size_t l) {
        const Loop& loop = kernel_.loops[l];
        std::vector<std::pair<int, int>> in, out;
        for (const Read& read : loop.reads) {
            in.emplace_back(read.first_slot, slots_of(read));
            check_read(l, read);
        }
        for (const Write& write : loop.writes)
            out.emplace_back(write.first_slot, write.slot_planes);
        if (!fills(in, loop.read_slots)) fail(fmt::format("loop {}: read slots", l));
        if (!fills(out, loop.write_slots)) fail(fmt::format("loop {}: write slots", l));
        if (loop.writes.empty()) fail(fmt::format("loop {} writes nothing", l));
    }

    void check_read(std::size_t l, const Read& read) {
        const Loop& loop = kernel_.loops[l];
        const PlanImage& image = plan_.images[read.image];
        const std::optional<int> producer = image.producer();
        const bool made_here = producer && std::find(kernel_.stages.begin(), kernel_.stages.end(),
                                                     *producer) != kernel_.stages.end();
        const Rect& d = image.shape.domain;
        const Rect around = scaled(read.scale_x, read.scale_y, loop.domain);
        const bool beside = around.x0 + read.x_first < d.x0 || around.x1 + read.x_last > d.x1;
        if (read.line_buffer < 0) {
            if (made_here) fail(fmt::format("loop {} reads {} before it is whole", l, image.name));
            if (beside && loop.kind != LoopKind::kLoad)
                fail(fmt::format("loop {} reads beside {} in place", l, image.name));
            return;
        }
        const LineBuffer& line_buffer =
            kernel_.line_buffers[static_cast<std::size_t>(read.line_buffer)];
        if (line_buffer.image != read.image)
            fail(fmt::format("loop {} reads another picture's line buffer", l));
        if (line_buffer.loop >= static_cast<int>(l))
            fail(fmt::format("loop {} reads what comes later", l));
        if (line_buffer.edges && (kernel_.loops[l].kind != LoopKind::kParallel ||
                                  read.scale_x != Scale{} || read.scale_y != Scale{}))
            fail(fmt::format("loop {} needs more of {} than its edges", l, image.name));
        const bool padded = line_buffer.padded && line_buffer.border == read.border;
        if (beside && loop.kind != LoopKind::kStore && loop.kind != LoopKind::kCopy && !padded)
            fail(fmt::format("loop {} reads beside {} without its border", l, image.name));
        if (read.virtual_rows !=
            (kernel_.loops[static_cast<std::size_t>(line_buffer.loop)].kind == LoopKind::kLoad))
            fail(fmt::format("loop {}: rows beyond {} are not in its line buffer", l, image.name));
    }

    void check_outputs() {
        std::map<int, int> written;
        for (const Loop& loop : kernel_.loops)
            for (const Write& write : loop.writes)
                if (write.line_buffer < 0) ++written[write.image];
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

/// The kernel that computes each stage; -1: none; -2: several.
std::vector<int> only_kernels_of_stages(const CpuPlan& plan) {
    std::vector<int> kernels(plan.stages.size(), -1);
    for (int k = 0; k < static_cast<int>(plan.kernels.size()); ++k)
        for (int s : plan.kernels[static_cast<std::size_t>(k)].stages) {
            int& kernel = kernels[static_cast<std::size_t>(s)];
            kernel = kernel == -1 ? k : -2;
        }
    return kernels;
}

/// What kernels read of one another lies in memory, and is there.
std::string order_flaw(const CpuPlan& plan) {
    const std::vector<int> kernels = only_kernels_of_stages(plan);
    for (std::size_t s = 0; s < plan.stages.size(); ++s) {
        const Stage& stage = plan.stages[s];
        if (kernels[s] < 0) return stage.name + " is not computed once";
        for (const StageInput& input : stage.inputs) {
            const PlanImage& image = image_of(plan, input.image);
            const std::optional<int> producer = image.producer();
            if (!producer) continue;
            const int maker = kernels[static_cast<std::size_t>(*producer)];
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
        if (const PlanImage& image = image_of(plan, output.image);
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
/// of a plane loop take turns by planes, all of the plane loop.
struct Life {
    int first = -1, last = -1;
};

Life life_of(const CpuPlan& plan, int image) {
    Life life;
    const auto reads = [&](const Kernel& kernel) {
        return std::any_of(kernel.loops.begin(), kernel.loops.end(), [&](const Loop& loop) {
            return std::any_of(loop.reads.begin(), loop.reads.end(),
                               [&](const Read& r) { return r.image == image; }) ||
                   std::any_of(loop.pictures.begin(), loop.pictures.end(),
                               [&](const PictureRead& r) { return r.image == image; });
        });
    };
    const int count = static_cast<int>(plan.kernels.size());
    for (int k = 0; k < count; ++k) {
        const Kernel& kernel = plan.kernels[static_cast<std::size_t>(k)];
        for (const KernelOutput& output : kernel.outputs)
            if (output.image == image && life.first < 0) life.first = k;
        if (reads(kernel)) life.last = k;
    }
    if (kept(plan, image)->one_plane || life.first < 0) return life;
    const auto plane_loop = [&](int k) {
        return plan.kernels[static_cast<std::size_t>(k)].plane_loop;
    };
    const auto joins = [&](int a, int b) {
        return plane_loop(a) >= 0 && plane_loop(a) == plane_loop(b);
    };
    while (life.first > 0 && joins(life.first, life.first - 1)) --life.first;
    while (life.last >= 0 && life.last + 1 < count && joins(life.last, life.last + 1)) ++life.last;
    return life;
}

std::string buffers_flaw(const CpuPlan& plan) {
    std::vector<std::pair<int, Life>> before;  // pictures
    for (int i = 0; i < static_cast<int>(plan.images.size()); ++i) {
        const KeptInBuffer* const place = kept(plan, i);
        if (place == nullptr) continue;
        const Life life = life_of(plan, i);
        if (life.first < 0) continue;
        if (!place->buffer) return image_of(plan, i).name + " has no buffer";
        for (const auto& [other, theirs] : before)
            if (kept(plan, other)->buffer == place->buffer && life.first <= theirs.last &&
                theirs.first <= life.last)
                return fmt::format("{} and {} are in one buffer at a time", image_of(plan, i).name,
                                   image_of(plan, other).name);
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

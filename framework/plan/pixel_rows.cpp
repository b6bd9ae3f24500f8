#include "plan/pixel_rows.h"

#include <algorithm>

namespace weft {
namespace {

/// The only loop that computes; none where there are several, or copies.
std::optional<Id<Loop>> only_computing_loop(const Kernel& kernel) {
    std::optional<Id<Loop>> found;
    for (const Id<Loop> l : kernel.loops.ids()) {
        const LoopKind kind = kernel.loops[l].kind;
        if (kind == LoopKind::kLoad || kind == LoopKind::kStore) continue;
        if (found || kind != LoopKind::kParallel) return std::nullopt;
        found = l;
    }
    return found;
}

/// Whether an element reads nothing but itself, of a graph input that comes through a line buffer.
bool reads_its_element(const CpuPlan& plan, const Kernel& kernel, const Read& read) {
    if (!read.line_buffer || !plan.images[read.image].graph_input() || read.broadcast) return false;
    const Loop& source = kernel.loops[kernel.line_buffers[*read.line_buffer].loop];
    return source.kind == LoopKind::kLoad && read.scale_x == Scale{} && read.scale_y == Scale{} &&
           read.rows == std::vector<int>{0} && read.slot_rows.empty() && read.x_first == 0 &&
           read.x_last == 0 && !input_of(plan, *read.by).own;
}

/// The loop that brings a line buffer's rows to a graph output; null: it leads elsewhere too.
const Loop* only_store(const CpuPlan& plan, const Kernel& kernel, const Write& write) {
    const PlanImage& image = plan.images[write.image];
    if (!write.line_buffer || image.graph_outputs.size() != 1 || kept(plan, write.image))
        return nullptr;
    const Loop* store = nullptr;
    for (const Loop& loop : kernel.loops)
        for (const Read& read : loop.reads) {
            if (read.line_buffer != write.line_buffer) continue;
            if (loop.kind != LoopKind::kStore || store != nullptr) return nullptr;
            store = &loop;
        }
    return store;
}

void add_once(std::vector<Id<PlanImage>>& images, Id<PlanImage> image) {
    if (std::find(images.begin(), images.end(), image) == images.end()) images.push_back(image);
}

}  // namespace

std::optional<PixelRows> pixel_rows(const CpuPlan& plan, const Kernel& kernel) {
    const std::optional<Id<Loop>> computing = only_computing_loop(kernel);
    if (!computing || kernel.planes_outer) return std::nullopt;
    const Loop& loop = kernel.loops[*computing];
    if (loop.width == 1 || loop.batch_rows != 1 || !loop.pictures.empty() || loop.writes.empty())
        return std::nullopt;
    PixelRows rows;
    rows.loop = *computing;
    rows.planes = plan.images[loop.writes.front().image].shape.planes;
    const auto fits = [&](Id<PlanImage> image) {
        return plan.images[image].shape.planes == rows.planes;
    };
    if (rows.planes != 3 && rows.planes != 4) return std::nullopt;
    for (const Read& read : loop.reads) {
        if (!fits(read.image) || !reads_its_element(plan, kernel, read)) return std::nullopt;
        add_once(rows.inputs, read.image);
    }
    // What else is stored is a picture that goes through unchanged.
    const auto stores = std::count_if(kernel.loops.begin(), kernel.loops.end(),
                                      [](const Loop& l) { return l.kind == LoopKind::kStore; });
    if (stores != static_cast<std::ptrdiff_t>(loop.writes.size())) return std::nullopt;
    for (const Write& write : loop.writes) {
        const Loop* const store = only_store(plan, kernel, write);
        if (store == nullptr || !fits(write.image)) return std::nullopt;
        add_once(rows.outputs, write.image);
        rows.non_temporal = rows.non_temporal || store->writes.front().non_temporal;
    }
    return rows;
}

}  // namespace weft

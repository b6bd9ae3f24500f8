// Pictures that are read in place, but for their edges.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "passes/passes.h"
#include "plan/pixel_rows.h"

namespace weft {

namespace {

/// Whether rows of the picture, from outside the kernel, are as ours, and stay as they are while
/// the kernel writes: those in an output's memory make room for it.
bool stays_as_ours(const Plan& plan, const PlanContext& context, int image) {
    const PlanImage& i = plan.images[image];
    return i.graph_input >= 0 ? context.native_input(i.graph_input) : i.within_output < 0;
}

/// Whether a row of the loop may be computed in parts, one after the other, and the read be bound
/// anew for each.
bool goes_in_parts(const Loop& loop, const Read& read) {
    return loop.kind == LoopKind::kParallel && read.scale_x == Scale{} && read.scale_y == Scale{};
}

/// Whether every loop that reads the ring can do without what lies between the edges.
bool edges_suffice(const Kernel& kernel, int ring) {
    return std::all_of(kernel.loops.begin(), kernel.loops.end(), [&](const Loop& loop) {
        return std::all_of(loop.reads.begin(), loop.reads.end(), [&](const Read& read) {
            return read.ring != ring || goes_in_parts(loop, read);
        });
    });
}

}  // namespace

Plan edges(Plan plan, const PlanContext& context, Decisions& decisions) {
    for (Kernel& kernel : plan.kernels) {
        for (std::size_t r = 0; r < kernel.rings.size(); ++r) {
            Ring& ring = kernel.rings[r];
            ring.edges = kernel.loops[ring.loop].kind == LoopKind::kLoad &&
                         stays_as_ours(plan, context, ring.image) &&
                         edges_suffice(kernel, static_cast<int>(r));
            if (ring.edges)
                decisions.add(fmt::format("{}, {}", kernel.name, plan.images[ring.image].name),
                              "read in place; a ring holds what taps find beyond its edges");
        }
        if (const auto pixels = pixel_rows(plan, kernel))
            decisions.add(kernel.name,
                          fmt::format("interleaved floats, {} a pixel, are read and written where "
                                      "they lie",
                                      pixels->planes));
        if (context.any_size) continue;  // whether there is a ring may follow from the size
        std::set<int> met;               // what a loop before has brought near
        for (Loop& loop : kernel.loops)
            for (Read& read : loop.reads)
                read.ahead = read.ring >= 0 && kernel.rings[read.ring].edges && !loop.upwards &&
                             met.insert(read.image).second;
    }
    return plan;
}

}  // namespace weft

#include "runtime/simt/arena_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace weft {

namespace {

struct Place {
    Id<PlanImage> image;
    int first = 0, last = -1;        ///< launches between which it is alive; empty: never
    std::size_t begin = 0, end = 0;  ///< bytes of the arena
};

std::vector<Place> places(const GpuPlan& plan, const ExternalImages& external) {
    Table<Place, PlanImage> all(plan.images.size());
    const int end = static_cast<int>(plan.kernels.size());
    for (const Id<PlanImage> i : all.ids()) {
        const PlanImage& image = plan.images[i];
        all[i].image = i;
        all[i].first = image.graph_input() ? -1 : end;
        all[i].begin = plan.storage[i].arena_offset;
        all[i].end = all[i].begin + (external_of(external, i) ? 0 : stored_bytes(plan, i));
    }
    for (int k = 0; k < end; ++k) {
        const GpuKernel& kernel = plan.kernels[Id<GpuKernel>(k)];
        for (const Id<PlanImage> output : kernel.outputs) {
            all[output].first = std::min(all[output].first, k);
            all[output].last = std::max(all[output].last, k);
        }
        if (kernel.source) all[*kernel.source].last = k;
        for (const GpuInput& input : kernel.inputs) all[input.image].last = k;
    }
    for (const Id<PlanImage> output : plan.outputs) all[output].last = end;
    std::erase_if(all.values(),
                  [](const Place& p) { return p.begin == p.end || p.last < p.first; });
    return std::move(all.values());
}

}  // namespace

Status check_arena(const GpuPlan& plan, const ExternalImages& external) {
    const std::vector<Place> all = places(plan, external);
    const auto name = [&](const Place& p) { return plan.images[p.image].name; };
    for (const Place& a : all) {
        if (a.end > plan.arena_bytes)
            return Error{ErrorKind::kFault,
                         fmt::format("picture \"{}\" ends at byte {} of an arena of {}", name(a),
                                     a.end, plan.arena_bytes)};
        for (const Place& b : all) {
            if (&b == &a) break;
            const bool alive_together = a.first <= b.last && b.first <= a.last;
            const bool share = a.begin < b.end && b.begin < a.end;
            if (alive_together && share)
                return Error{ErrorKind::kFault,
                             fmt::format("pictures \"{}\" and \"{}\" share bytes {} to {} of the "
                                         "arena while both are alive, in launch {}",
                                         name(b), name(a), std::max(a.begin, b.begin),
                                         std::min(a.end, b.end), std::max({a.first, b.first, 0}))};
        }
    }
    return {};
}

}  // namespace weft

#include "runtime/simt/arena_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace weft {

namespace {

struct Place {
    int image = 0;
    int first = 0, last = -1;        ///< launches between which it is alive; empty: never
    std::size_t begin = 0, end = 0;  ///< bytes of the arena
};

std::vector<Place> places(const GpuPlan& plan, const ExternalImages& external) {
    std::vector<Place> all(plan.images.size());
    const auto place = [&](int image) -> Place& { return all[static_cast<std::size_t>(image)]; };
    const int end = static_cast<int>(plan.kernels.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        const PlanImage& image = plan.images[i];
        all[i].image = static_cast<int>(i);
        all[i].first = image.graph_input() ? -1 : end;
        all[i].begin = plan.storage[i].arena_offset;
        all[i].end = all[i].begin +
                     (external_of(external, all[i].image) ? 0 : stored_bytes(plan, all[i].image));
    }
    for (int k = 0; k < end; ++k) {
        const GpuKernel& kernel = plan.kernels[static_cast<std::size_t>(k)];
        for (int output : kernel.outputs) {
            place(output).first = std::min(place(output).first, k);
            place(output).last = std::max(place(output).last, k);
        }
        if (kernel.source >= 0) place(kernel.source).last = k;
        for (const GpuInput& input : kernel.inputs) place(input.image).last = k;
    }
    for (int output : plan.outputs) place(output).last = end;
    std::erase_if(all, [](const Place& p) { return p.begin == p.end || p.last < p.first; });
    return all;
}

}  // namespace

Status check_arena(const GpuPlan& plan, const ExternalImages& external) {
    const std::vector<Place> all = places(plan, external);
    const auto name = [&](const Place& p) {
        return plan.images[static_cast<std::size_t>(p.image)].name;
    };
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

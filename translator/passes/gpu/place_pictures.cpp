// Places for pictures in one arena.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "passes/gpu/gpu_passes.h"
#include "passes/gpu/lifetimes.h"
#include "support/byte_count.h"

namespace weft {

namespace {

struct Places {
    Table<std::size_t, PlanImage> offsets;
    std::size_t total = 0;
};

/// Each picture in turn at the lowest offset where it meets none that is alive with it.
Places place_in_order(const Table<Lifetime, PlanImage>& lives,
                      const std::vector<Id<PlanImage>>& order) {
    Places places{Table<std::size_t, PlanImage>(lives.size()), 0};
    std::vector<Id<PlanImage>> placed;  // by offset
    for (const Id<PlanImage> i : order) {
        const Lifetime& life = lives[i];
        std::size_t at = 0;
        for (const Id<PlanImage> other : placed) {
            const Lifetime& taken = lives[other];
            const std::size_t begin = places.offsets[other];
            if (!taken.meets(life) || begin + taken.bytes <= at) continue;
            if (at + life.bytes <= begin) break;
            at = begin + taken.bytes;
        }
        places.offsets[i] = at;
        places.total = std::max(places.total, at + life.bytes);
        placed.insert(std::upper_bound(placed.begin(), placed.end(), i,
                                       [&](Id<PlanImage> a, Id<PlanImage> b) {
                                           return places.offsets[a] < places.offsets[b];
                                       }),
                      i);
    }
    return places;
}

/// The tightest of three orders: as the pictures appear, longest first, and largest first.
Places place(const Table<Lifetime, PlanImage>& lives) {
    std::vector<Id<PlanImage>> order;
    for (const Id<PlanImage> i : lives.ids())
        if (lives[i].bytes > 0) order.push_back(i);
    const auto life = [&](Id<PlanImage> i) -> const Lifetime& { return lives[i]; };
    Places best;
    const auto consider = [&](auto key) {
        std::sort(order.begin(), order.end(), [&](Id<PlanImage> a, Id<PlanImage> b) {
            return key(life(a)) != key(life(b)) ? key(life(a)) < key(life(b)) : a < b;
        });
        Places places = place_in_order(lives, order);
        if (best.offsets.empty() || places.total < best.total) best = std::move(places);
    };
    consider([](const Lifetime& l) { return l.first; });
    consider([](const Lifetime& l) { return l.first - l.last; });
    consider([](const Lifetime& l) { return ~l.bytes; });
    return best;
}

GpuPlan with_places(GpuPlan plan, const Table<Lifetime, PlanImage>& lives, Places places) {
    for (const Id<PlanImage> i : plan.images.ids())
        plan.storage[i].arena_offset = places.offsets[i];
    plan.arena_bytes = places.total;
    plan.peak_bytes = peak_bytes(lives);
    return plan;
}

std::size_t all_bytes(const Table<Lifetime, PlanImage>& lives) {
    return std::accumulate(lives.begin(), lives.end(), std::size_t{0},
                           [](std::size_t sum, const Lifetime& l) { return sum + l.bytes; });
}

}  // namespace

GpuPlan place_pictures(GpuPlan plan, const GpuContext&, Decisions& decisions) {
    const Table<Lifetime, PlanImage> lives = lifetimes(plan);
    plan = with_places(std::move(plan), lives, place(lives));
    decisions.add(plan.name,
                  fmt::format("an arena of {:.1f} MB; {:.1f} MB are alive at once, all pictures "
                              "together have {:.1f} MB",
                              megabytes(plan.arena_bytes), megabytes(plan.peak_bytes),
                              megabytes(all_bytes(lives))));
    return plan;
}

GpuPlan place_own_pictures(GpuPlan plan, const ExternalImages& external) {
    Table<Lifetime, PlanImage> lives = lifetimes(plan);
    for (const Id<PlanImage> i : lives.ids())
        if (external_of(external, i)) lives[i].bytes = 0;
    return with_places(std::move(plan), lives, place(lives));
}

GpuPlan place_pictures_apart(GpuPlan plan, const GpuContext&, Decisions& decisions) {
    const Table<Lifetime, PlanImage> lives = lifetimes(plan);
    Places places{Table<std::size_t, PlanImage>(lives.size()), 0};
    for (const Id<PlanImage> i : lives.ids()) {
        places.offsets[i] = places.total;
        places.total += lives[i].bytes;
    }
    plan = with_places(std::move(plan), lives, std::move(places));
    decisions.add(plan.name,
                  fmt::format("a place for each picture: {:.1f} MB", megabytes(plan.arena_bytes)));
    return plan;
}

}  // namespace weft

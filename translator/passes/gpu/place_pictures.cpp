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
    std::vector<std::size_t> offsets;
    std::size_t total = 0;
};

/// Each picture in turn at the lowest offset where it meets none that is alive with it.
Places place_in_order(const std::vector<Lifetime>& lives, const std::vector<int>& order) {
    Places places{std::vector<std::size_t>(lives.size()), 0};
    std::vector<int> placed;  // by offset
    for (int i : order) {
        const Lifetime& life = lives[static_cast<std::size_t>(i)];
        std::size_t at = 0;
        for (int other : placed) {
            const Lifetime& taken = lives[static_cast<std::size_t>(other)];
            const std::size_t begin = places.offsets[static_cast<std::size_t>(other)];
            if (!taken.meets(life) || begin + taken.bytes <= at) continue;
            if (at + life.bytes <= begin) break;
            at = begin + taken.bytes;
        }
        places.offsets[static_cast<std::size_t>(i)] = at;
        places.total = std::max(places.total, at + life.bytes);
        placed.insert(std::upper_bound(placed.begin(), placed.end(), i,
                                       [&](int a, int b) {
                                           return places.offsets[static_cast<std::size_t>(a)] <
                                                  places.offsets[static_cast<std::size_t>(b)];
                                       }),
                      i);
    }
    return places;
}

/// The tightest of three orders: as the pictures appear, longest first, and largest first.
Places place(const std::vector<Lifetime>& lives) {
    std::vector<int> order;
    for (std::size_t i = 0; i < lives.size(); ++i)
        if (lives[i].bytes > 0) order.push_back(static_cast<int>(i));
    const auto life = [&](int i) -> const Lifetime& { return lives[static_cast<std::size_t>(i)]; };
    Places best;
    const auto consider = [&](auto key) {
        std::sort(order.begin(), order.end(), [&](int a, int b) {
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

GpuPlan with_places(GpuPlan plan, const std::vector<Lifetime>& lives, Places places) {
    for (std::size_t i = 0; i < plan.images.size(); ++i)
        plan.storage[i].arena_offset = places.offsets[i];
    plan.arena_bytes = places.total;
    plan.peak_bytes = peak_bytes(lives);
    return plan;
}

std::size_t all_bytes(const std::vector<Lifetime>& lives) {
    return std::accumulate(lives.begin(), lives.end(), std::size_t{0},
                           [](std::size_t sum, const Lifetime& l) { return sum + l.bytes; });
}

}  // namespace

GpuPlan place_pictures(GpuPlan plan, const GpuContext&, Decisions& decisions) {
    const std::vector<Lifetime> lives = lifetimes(plan);
    plan = with_places(std::move(plan), lives, place(lives));
    decisions.add(plan.name,
                  fmt::format("an arena of {:.1f} MB; {:.1f} MB are alive at once, all pictures "
                              "together have {:.1f} MB",
                              megabytes(plan.arena_bytes), megabytes(plan.peak_bytes),
                              megabytes(all_bytes(lives))));
    return plan;
}

GpuPlan place_own_pictures(GpuPlan plan, const ExternalImages& external) {
    std::vector<Lifetime> lives = lifetimes(plan);
    for (std::size_t i = 0; i < lives.size(); ++i)
        if (external_of(external, static_cast<int>(i))) lives[i].bytes = 0;
    return with_places(std::move(plan), lives, place(lives));
}

GpuPlan place_pictures_apart(GpuPlan plan, const GpuContext&, Decisions& decisions) {
    const std::vector<Lifetime> lives = lifetimes(plan);
    Places places{std::vector<std::size_t>(lives.size()), 0};
    for (std::size_t i = 0; i < lives.size(); ++i) {
        places.offsets[i] = places.total;
        places.total += lives[i].bytes;
    }
    plan = with_places(std::move(plan), lives, std::move(places));
    decisions.add(plan.name,
                  fmt::format("a place for each picture: {:.1f} MB", megabytes(plan.arena_bytes)));
    return plan;
}

}  // namespace weft

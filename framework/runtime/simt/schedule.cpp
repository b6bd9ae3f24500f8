#include "runtime/simt/schedule.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace weft {

namespace {

/// The next of a sequence of random numbers (SplitMix64: Steele, Lea and Flood, 2014).
std::uint64_t next_random(std::uint64_t& state) {
    std::uint64_t z = (state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

}  // namespace

std::string SimtSchedule::name() const {
    switch (order) {
        case Order::kForwards: return "forwards";
        case Order::kBackwards: return "backwards";
        case Order::kRandom: break;
    }
    return "random order " + std::to_string(seed);
}

void SimtSchedule::arrange(std::uint64_t round, std::uint32_t count,
                           std::vector<std::uint32_t>& turns) const {
    turns.resize(count);
    std::iota(turns.begin(), turns.end(), 0u);
    if (order == Order::kBackwards) std::reverse(turns.begin(), turns.end());
    if (order != Order::kRandom) return;
    std::uint64_t state = seed * 0x2545f4914f6cdd1du + round;
    for (std::uint32_t i = count; i > 1; --i)
        std::swap(turns[i - 1], turns[next_random(state) % i]);
}

std::vector<SimtSchedule> simt_schedules(int count, std::uint64_t seed) {
    std::vector<SimtSchedule> schedules;
    for (int i = 0; i < count; ++i) {
        if (i == 0) schedules.push_back({SimtSchedule::Order::kForwards, 0});
        if (i == 1) schedules.push_back({SimtSchedule::Order::kBackwards, 0});
        if (i >= 2)
            schedules.push_back(
                {SimtSchedule::Order::kRandom, seed + static_cast<std::uint64_t>(i - 2)});
    }
    return schedules;
}

}  // namespace weft

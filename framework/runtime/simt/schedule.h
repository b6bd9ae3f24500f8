// The orders in which threads of a block, and blocks of a grid, are run.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace weft {

struct SimtSchedule {
    enum class Order { kForwards, kBackwards, kRandom };
    Order order = Order::kForwards;
    std::uint64_t seed = 0;  ///< kRandom

    std::string name() const;  ///< "forwards", "random order 7"

    /// Sets `turns` to a permutation of 0 ... count - 1. Each `round` has a random order of its
    /// own, the same on every machine.
    void arrange(std::uint64_t round, std::uint32_t count, std::vector<std::uint32_t>& turns) const;
};

/// `count` schedules: forwards, backwards, then random ones.
std::vector<SimtSchedule> simt_schedules(int count, std::uint64_t seed);

}  // namespace weft

// The orders in which threads of a block, and blocks of a grid, take their turns.
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

    /// Fills `turns` with 0 ... count-1 in this order. `round` tells one random order from another:
    /// the same schedule and round give the same order on every machine.
    void arrange(std::uint64_t round, std::uint32_t count, std::vector<std::uint32_t>& turns) const;
};

/// Forwards, backwards, then random orders; `count` of them.
std::vector<SimtSchedule> simt_schedules(int count, std::uint64_t seed);

}  // namespace weft

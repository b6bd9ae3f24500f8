// Ways to spend time on the same pictures, measured in turn so that a busy machine slows all alike.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "support/result.h"

namespace weft {

struct Contender {
    std::string name;
    std::function<Status()> run;
    std::vector<double> milliseconds = {};  ///< of each measured round

    /// 0 where nothing was measured.
    double median() const;
    double best() const;
};

/// `contenders` as one: each run is that of the next of them, from number `first` on.
Contender taking_turns(std::string name, const std::vector<Contender>& contenders,
                       std::size_t first = 0);

/// Runs each once per round, `rounds` times, after two rounds that warm caches and memory. Errors:
/// what a run says; kCancelled.
Status measure_in_turn(std::vector<Contender>& contenders, int rounds);

}  // namespace weft

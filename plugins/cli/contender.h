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

/// What one takes of another's time: the median over the rounds, each beside its neighbour, so that
/// what a busy machine does between rounds is in both. 0 where nothing was measured.
double median_ratio(const Contender& one, const Contender& other);

/// `contenders` as one: each run is that of the next of them, from number `first` on.
Contender taking_turns(std::string name, const std::vector<Contender>& contenders,
                       std::size_t first = 0);

/// Runs each once per round, after two rounds that warm caches and memory: `rounds` times, and on
/// until `seconds` have gone by. Errors: what a run says; kCancelled.
Status measure_in_turn(std::vector<Contender>& contenders, int rounds, double seconds = 0);

}  // namespace weft

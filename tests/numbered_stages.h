// Stages by their numbers, for tests that say which are one kernel.
#pragma once

#include <vector>

#include "plan/bound_graph.h"

namespace weft::test {

inline std::vector<Id<Stage>> numbered_stages(const std::vector<int>& numbers) {
    return {numbers.begin(), numbers.end()};
}

}  // namespace weft::test

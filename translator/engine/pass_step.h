// A pass's effect on a plan, for people.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "plan/plan.h"

namespace weft {

struct PassStep {
    std::string name, summary;
    bool off = false;
    bool changed = false;  ///< anything of the plan but its decisions
    double seconds = 0.0;
    std::vector<std::pair<std::string, long long>> before, after;  ///< counts_of() the plans
    std::string plan;  ///< to_text() of the plan after it
};

/// Whether two plans are equal, their decisions aside.
bool equal_but_for_decisions(Plan a, const Plan& b);

/// A line for each pass that changed something: its time and what it changed, "kernels 14 -> 2,
/// ...".
std::string to_text(const std::vector<PassStep>& steps);

}  // namespace weft

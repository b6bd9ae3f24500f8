// The sections by which the time of a CPU kernel is counted.
#pragma once

#include <vector>

#include "plan/cpu_plan.h"

namespace weft {

/// A stage of a loop; the moving of a picture's rows by a loop without stages; or all the rest:
/// setting a task up, borders, and the order of rows.
struct KernelSection {
    int loop = -1;   ///< -1: the rest
    int stage = -1;  ///< of the plan; -1: rows are moved, or the rest
    friend bool operator==(const KernelSection&, const KernelSection&) = default;
};

/// The rest first, then in the order of loops, and in each of its stages.
std::vector<KernelSection> kernel_sections(const Kernel& kernel);

/// Which of them are the loop's, as the first one's index; the others follow.
int first_section(const Kernel& kernel, int loop);

/// Which of them is the rest.
inline constexpr int kRestSection = 0;

}  // namespace weft

// The sections by which the time of a CPU kernel is counted.
#pragma once

#include <variant>
#include <vector>

#include "plan/cpu_plan.h"

namespace weft {

/// All the rest: setting a task up, borders, and the order of rows.
struct RestOfKernel {
    friend bool operator==(const RestOfKernel&, const RestOfKernel&) = default;
};

/// The moving of a picture's rows by a loop without stages.
struct MovedRows {
    Id<Loop> loop;
    friend bool operator==(const MovedRows&, const MovedRows&) = default;
};

/// A stage of a loop.
struct StageOfLoop {
    Id<Loop> loop;
    Id<Stage> stage;  ///< of the plan
    friend bool operator==(const StageOfLoop&, const StageOfLoop&) = default;
};

using KernelSection = std::variant<RestOfKernel, MovedRows, StageOfLoop>;

/// The rest first, then in the order of loops, and in each of its stages.
std::vector<KernelSection> kernel_sections(const Kernel& kernel);

/// Which of them are the loop's, as the first one's index; the others follow.
int first_section(const Kernel& kernel, Id<Loop> loop);

/// Which of them is the rest.
inline constexpr int kRestSection = 0;

}  // namespace weft

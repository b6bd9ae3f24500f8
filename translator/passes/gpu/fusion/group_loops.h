// Which loops compute a group, and what goes through tiles between them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "plan/plan.h"

namespace weft {

/// The group of the given kernels, all kParallel with one stage each, in any order; or why they
/// cannot be one. Outputs are the pictures of theirs that other kernels, or the graph's results,
/// need. The team is a block with a tile of one element a thread; shapes and offsets are open.
///
/// A stage whose results others read beyond their own element has a tile, and a loop whose halo is
/// the hull of what those read; what is read at the element alone is evaluated in its readers'
/// loop; loops of the same halo and border become one where neither waits for the other.
struct GroupResult {
    std::optional<GpuKernel> kernel;
    std::string why_not;  ///< for people; empty where there is a kernel
};
GroupResult group_kernels(const Plan& plan, const std::vector<int>& kernels);

}  // namespace weft

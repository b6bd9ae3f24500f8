// Which kernels of a GPU plan wait for which.
#pragma once

#include <algorithm>
#include <vector>

#include "plan/gpu_plan.h"

namespace weft {

/// Kernels by their index in plan.kernels; lists are ascending, each kernel once.
struct KernelGraph {
    std::vector<std::vector<int>> writers;  ///< of what a kernel reads
    std::vector<std::vector<int>> readers;  ///< of what it writes
    std::vector<std::vector<int>> images;   ///< that it reads

    /// One reads the other's results, or both read one picture.
    bool are_near(int a, int b) const;
};

KernelGraph kernel_graph(const GpuPlan& plan);

/// The kernels in an order in which each follows those it waits for; of several, the first.
std::vector<GpuKernel> in_order(std::vector<GpuKernel> kernels);

}  // namespace weft

// Which kernels of a GPU plan wait for which.
#pragma once

#include <algorithm>
#include <vector>

#include "plan/gpu_plan.h"

namespace weft {

/// Of each kernel of a plan; lists are ascending, each kernel once.
struct KernelGraph {
    Table<std::vector<Id<GpuKernel>>, GpuKernel> writers;  ///< of what it reads
    Table<std::vector<Id<GpuKernel>>, GpuKernel> readers;  ///< of what it writes
    Table<std::vector<Id<PlanImage>>, GpuKernel> images;   ///< that it reads

    /// One reads the other's results, or both read one picture.
    bool are_near(Id<GpuKernel> a, Id<GpuKernel> b) const;
};

KernelGraph kernel_graph(const GpuPlan& plan);

/// The kernels in an order in which each follows those it waits for; of several, the first.
Table<GpuKernel> in_order(std::vector<GpuKernel> kernels);

}  // namespace weft

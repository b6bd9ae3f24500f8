// A plan as values to display: which nodes share a kernel, a text for each kernel, and the edges
// between nodes.
#pragma once

#include <string>
#include <vector>

#include "engine/plan_edges.h"
#include "plan/plan.h"

namespace weft {

struct KernelReport {
    std::string name;
    std::string text;           ///< explain_kernel() or explain_gpu_kernel()
    std::vector<NodeId> nodes;  ///< that it evaluates, each once
};

/// What one node reads of another.
struct EdgeReport {
    NodeId from, to;
    EdgeWay way = EdgeWay::kMemory;
    std::string text;  ///< what the way saves, or why it is not another
};

struct PlanReport {
    std::string title;  ///< "5 nodes in 1 kernel, 2.1 ms by the model"
    std::vector<KernelReport> kernels;
    std::vector<EdgeReport> edges;
};

/// The report of a CPU or GPU plan, kernels in its order.
PlanReport report(const Plan& plan);

}  // namespace weft

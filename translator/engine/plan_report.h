// A plan as values for who shows it: which nodes share a kernel, what each kernel is, and what lies
// between nodes.
#pragma once

#include <string>
#include <vector>

#include "engine/plan_edges.h"
#include "plan/plan.h"

namespace weft {

struct KernelReport {
    std::string name;
    std::string text;           ///< its section of explain_plan() or explain_gpu_plan()
    std::vector<NodeId> nodes;  ///< whose functors it evaluates, each once
};

/// What one node reads of another.
struct EdgeReport {
    NodeId from, to;
    EdgeWay way = EdgeWay::kMemory;
    std::string text;  ///< what the way spares, or the reason why it is not another
};

struct PlanReport {
    std::string title;  ///< "5 nodes in 1 kernel, 2.1 ms by the model"
    std::vector<KernelReport> kernels;
    std::vector<EdgeReport> edges;
};

/// Of a CPU's plan or a GPU's. Kernels in the order of plan.kernels.
PlanReport report(const Plan& plan);

}  // namespace weft

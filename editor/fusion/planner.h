// The one interface behind which effects are planned: a graph and a target in, its kernels out.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "core/image_shape.h"
#include "graph/graph.h"
#include "support/result.h"

namespace weft::editor {

struct PlanRequest {
    Graph graph;  ///< valid
    /// Of the graph's inputs; empty: not known, those of a usual picture are taken.
    std::vector<ImageShape> inputs;
    std::string target;  ///< a name of Planner::targets()
    /// Of the graph's functors; null: of those the planner knows.
    std::shared_ptr<const Library> library = {};

    friend bool operator==(const PlanRequest&, const PlanRequest&) = default;
};

struct PlannedKernel {
    std::string name;
    std::string text;           ///< what it is: loops, memory, bytes, time by the model
    std::string code;           ///< its generated source
    std::vector<NodeId> nodes;  ///< that it computes; no node is in two kernels
};

/// What one node reads of another.
struct PlannedEdge {
    NodeId from, to;
    bool in_memory = false;  ///< by way of a picture in memory, between kernels
    std::string text;        ///< what is spared, or why it is so
};

struct PlannedEffect {
    std::string title;  ///< one line
    std::vector<PlannedKernel> kernels;
    std::vector<PlannedEdge> edges;
};

/// What kernels are planned for.
struct PlanTarget {
    std::string name;   ///< unique
    std::string label;  ///< for people
};

class Planner {
  public:
    virtual ~Planner() = default;
    /// The first is where pictures in the viewer come from.
    virtual std::vector<PlanTarget> targets() const = 0;
    /// By one thread at a time, which may take seconds. kCancelled soon after `cancel` has become
    /// true.
    virtual Result<PlannedEffect> plan(const PlanRequest& request,
                                       const std::atomic<bool>& cancel) = 0;
};

}  // namespace weft::editor

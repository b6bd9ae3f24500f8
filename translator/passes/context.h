// What every pass may know, and what it leaves behind for people to read.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "plan/bound_graph.h"
#include "support/assertions.h"

namespace weft {

/// The question that a plan answers. Passes read it and never change it. What is asked for one kind
/// of device alone stands in cpu/cpu_context.h and gpu/gpu_context.h.
struct PlanContext {
    const Graph& graph;
    const Library& library;
    std::vector<ImageShape> inputs;  ///< one per graph input
    std::vector<Rect> regions;       ///< one per graph output; empty: its whole domain
    std::vector<bool> planar_inputs, planar_outputs;  ///< is_padded_planar(); empty: all
    bool fast_math = false;
    /// Graphs that the plan's kernels should serve as well (passes/dynamic_stencil.h); null: none.
    const std::vector<Graph>* range = nullptr;
    /// Once set, searches end with what they have, and make_plan() with kCancelled. May be null.
    const std::atomic<bool>* cancel = nullptr;

    bool verify = kAssertions;  ///< check after each pass what the next ones assume (plan/verify.h)

    bool is_cancelled() const { return cancel != nullptr && *cancel; }

    bool planar_input(Id<GraphInput> i) const {
        return planar_inputs.empty() || planar_inputs[i.index()];
    }
    bool planar_output(Id<GraphOutput> o) const {
        return planar_outputs.empty() || planar_outputs[o.index()];
    }
};

/// Collects decisions under one pass's name.
class Decisions {
  public:
    Decisions(std::vector<Decision>& list, std::string pass)
        : list_(list), pass_(std::move(pass)) {}
    void add(std::string subject, std::string text) {
        list_.push_back({pass_, std::move(subject), std::move(text)});
    }

  private:
    std::vector<Decision>& list_;
    std::string pass_;
};

}  // namespace weft

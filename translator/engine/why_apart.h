// Explains why two stages of a GPU plan are in different kernels.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "engine/plan_edges.h"

namespace weft {

/// Explains the edges of one plan, which must outlive it. Caches its results for pairs of kernels.
class WhyApart {
  public:
    explicit WhyApart(const GpuPlan& plan);

    /// A text for people: the rule that forbids one kernel for both stages; else the strategy's
    /// recorded decision, and the modelled times of one kernel and of two. Requires an edge between
    /// stages of different kernels.
    std::string operator()(const PlanEdge& edge);

  private:
    /// Two kernels fused into one.
    struct Joined {
        std::string forbidden;    ///< empty where it may be
        double one = 0, two = 0;  ///< seconds by the model, launches included
    };
    Joined joined(Id<GpuKernel> first, Id<GpuKernel> second) const;
    std::string recorded(const PlanEdge& edge) const;

    const GpuPlan& plan_;
    GpuPlan apart_;  ///< the plan with a kernel for each stage of its groups
    std::map<std::pair<Id<GpuKernel>, Id<GpuKernel>>, Joined> known_;
};

}  // namespace weft

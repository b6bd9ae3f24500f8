// Why two stages of a GPU plan are in different kernels.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "engine/plan_edges.h"

namespace weft {

/// Answers for one plan; it keeps what it has worked out about pairs of kernels.
class WhyApart {
  public:
    explicit WhyApart(const GpuPlan& plan);

    /// For people: the rule that forbids one kernel for both, else what the strategy has recorded
    /// of cutting there or not merging, and what the model says of one kernel against two. The edge
    /// is one between stages of different kernels.
    std::string operator()(const PlanEdge& edge);

  private:
    /// Of two kernels as one.
    struct Joined {
        std::string forbidden;    ///< empty where it may be
        double one = 0, two = 0;  ///< seconds by the model, launches included
    };
    Joined joined(int first, int second) const;
    std::string recorded(const PlanEdge& edge) const;

    const GpuPlan& plan_;
    GpuPlan apart_;  ///< the plan with a kernel for each stage of its groups
    std::map<std::pair<int, int>, Joined> known_;
};

}  // namespace weft

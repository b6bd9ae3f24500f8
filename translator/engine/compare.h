// The ways of fusing an effect for a GPU, side by side: what `weft explain --compare` prints.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "plan/gpu_choices.h"
#include "plan/plan.h"

namespace weft {

/// What is asked of the planner for one line of the comparison.
struct FusionAsked {
    FusionStrategy fusion = FusionStrategy::kAuto;
    std::optional<TileTeam> tile;  ///< nothing: the planner's choice

    friend bool operator==(const FusionAsked&, const FusionAsked&) = default;
};

/// The figures of one plan.
struct PlanSummary {
    FusionAsked asked;
    int kernels = 0;
    int fused = 0;                 ///< of these, kernels of several stages
    double bytes_moved = 0;        ///< read and written by all kernels, each picture once in each
    double redundancy = 1;         ///< the most elements that a loop computes for each of its tile
    double occupancy = 0;          ///< the least of all kernels
    int registers = 0;             ///< the most of a thread
    bool compiled = false;         ///< registers are the compiler's, of all kernels; else estimates
    std::size_t shared_bytes = 0;  ///< the most of a block
    double seconds = 0;            ///< by the model, launches included
    int same_as = -1;              ///< an earlier summary whose plan has the very same kernels; or -1

    friend bool operator==(const PlanSummary&, const PlanSummary&) = default;
};

/// All ways of one effect.
struct Comparison {
    std::string name;
    GpuTarget target;
    bool fast_math = false;
    int stages = 0;
    std::vector<PlanSummary> plans;

    /// The first of those with the least time.
    std::size_t best() const;
};

/// What is compared: every strategy with every team, and what the planner chooses by itself. A team
/// that is named is the only one. Without fusion there is no team to choose.
std::vector<FusionAsked> fusions_to_compare(std::optional<TileTeam> tile);

/// The figures of plans of one graph for one GPU; `asked` and `plans` go together, and neither is
/// empty.
Comparison compare_plans(const std::vector<FusionAsked>& asked, const std::vector<Plan>& plans);

}  // namespace weft

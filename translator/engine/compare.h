// The ways of fusing an effect for a GPU, side by side: what `weft explain --compare` prints.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "plan/gpu_choices.h"
#include "plan/gpu_plan.h"

namespace weft {

/// The planner's settings for one line of the comparison.
struct FusionAsked {
    FusionStrategy fusion = FusionStrategy::kAuto;
    std::optional<TileKind> tile;  ///< nothing: the planner's choice

    friend bool operator==(const FusionAsked&, const FusionAsked&) = default;
};

/// The figures of one plan; none but `why_not` where there is no plan.
struct PlanSummary {
    FusionAsked asked;
    std::string why_not;  ///< the resource that a kernel needs and the GPU lacks; empty: it fits
    int kernels = 0;
    int fused = 0;                 ///< of these, kernels of several stages
    double bytes_moved = 0;        ///< read and written by all kernels, each picture once in each
    double redundancy = 1;         ///< the most elements that a loop computes for each of its tile
    double occupancy = 0;          ///< the least of all kernels
    int registers = 0;             ///< the most of a thread
    bool compiled = false;         ///< all registers are the compiler's; else some are estimates
    std::size_t shared_bytes = 0;  ///< the most of a block
    double seconds = 0;            ///< by the model, launches included
    int same_as = -1;              ///< index of an earlier summary with the same kernels; or -1

    friend bool operator==(const PlanSummary&, const PlanSummary&) = default;
};

/// All ways of fusing one effect.
struct Comparison {
    std::string name;
    GpuTarget target;
    bool fast_math = false;
    int stages = 0;
    std::string why_estimated;  ///< why there is no compiler that counts registers; or empty
    std::vector<PlanSummary> plans;

    /// Indices in `plans`: of the first that fits, the baseline; and of the first with the least
    /// time.
    std::size_t first() const;
    std::size_t best() const;
};

/// A way of fusing, with its plan or the reason why it does not fit.
struct PlannedFusion {
    FusionAsked asked;
    std::optional<GpuPlan> plan;
    std::string why_not;           ///< of the plan
    std::string why_not_compiled;  ///< of its kernels
};

/// What is compared: every strategy with every kind of tile, or `tile` alone, and the planner's own
/// choice; without fusion there is no tile to choose.
std::vector<FusionAsked> fusions_to_compare(std::optional<TileKind> tile);

/// The figures of plans of one graph for one GPU. Requires at least one plan.
Comparison compare_plans(const std::vector<PlannedFusion>& planned);

}  // namespace weft

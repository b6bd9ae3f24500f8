// The benefit of fusing two kernels (paper: kernel-fusion, section II-C, equations 3 to 12).
#pragma once

#include <string>

#include "models/kernel_fusion_graph.h"
#include "models/kernel_fusion_legality.h"
#include "plan/gpu_target.h"

namespace weft {

/// The hardware model: cycles for one pixel or one operation. The values are those of the paper's
/// example where it prints them. Its t_s is "a few cycles", and c_SFU is not printed at all: eight
/// times c_ALU, as many as there are more lanes for additions than for functions.
struct FusionCosts {
    double global = 400;       ///< t_g
    double shared = 4;         ///< t_s
    double alu = 4, sfu = 32;  ///< c_ALU, c_SFU
    double other_gains = 0;    ///< γ: launches saved and the like, for each edge
    /// ε: far below any benefit, and a power of two, so that adding it to whole numbers is exact.
    double least = 0x1p-20;

    friend bool operator==(const FusionCosts&, const FusionCosts&) = default;
};

/// The constants of a device: t_g is its memory latency in clocks, as in the paper; c_ALU is the
/// paper's; t_s and c_SFU are c_ALU times the ratio of fp32 lanes to lanes that shared memory and
/// special-function units serve.
FusionCosts fusion_costs(const GpuTarget& target);
/// Those that are asked for, and for the rest the paper's under its rules, else the device's.
FusionCosts fusion_costs(const GpuTarget& target, const CutChoices& asked);

enum class FusionScenario { kIllegal, kPointBased, kPointToLocal, kLocalToLocal };

const char* to_string(FusionScenario scenario);

/// Equation 9: the window of a local kernel fused with the local kernel that it reads,
/// w_d + 2⌊w_s / 2⌋ a side. Printed with the floor around the whole term, which gives 8 for 3 and
/// 5; the paper's own text says 7. Even windows have no centre: w_d + w_s − 1, which for odd ones
/// is the same.
WindowSize fused_window(WindowSize source, WindowSize destination);

/// Equation 6, of one evaluation.
double operation_cost(const FusionCosts& costs, const FusionOperations& operations);

/// The benefit of one edge.
struct EdgeBenefit {
    FusionScenario scenario = FusionScenario::kIllegal;
    double locality = 0;    ///< δ: cycles saved by not going through global memory
    double redundancy = 0;  ///< φ: cycles for what is computed more than once
    /// w + γ of the two operators, whether or not they may be fused; negative where recomputing
    /// costs more than reading.
    double gain = 0;
    double weight = 0;        ///< equation 12: at least ε, and ε where the scenario is illegal
    std::string why_illegal;  ///< of kIllegal
};

/// The benefit of `edge` of `graph`, under the rules of what its two vertices alone may do.
EdgeBenefit edge_benefit(const FusionGraph& graph, const FusionEdge& edge,
                         const FusionLegality& legality, const FusionCosts& costs);

}  // namespace weft

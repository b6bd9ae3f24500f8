// Which kernels may become one (paper: kernel-fusion, section II-B): data dependence, headers and
// shared memory.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "models/kernel_fusion_graph.h"
#include "plan/gpu_choices.h"

namespace weft {

/// Vertices of a graph in ascending order: a partition block.
using FusionBlock = std::vector<int>;

/// What a block may be.
struct FusionLegality {
    FusionRules rules = FusionRules::kPaper;
    double most_shared = 2;  ///< c_Mshared of equation 2, as the paper limits it in its example
};

/// As asked: the extended rules where nothing is.
FusionLegality legality_of(const CutChoices& asked);

inline constexpr FusionLegality kPaperLegality{FusionRules::kPaper};
inline constexpr FusionLegality kExtendedLegality{FusionRules::kExtended};

/// Images that are produced in the block and needed outside of it, and those that it reads from
/// there.
std::set<int> leaving(const FusionGraph& graph, const FusionBlock& block);
std::set<int> entering(const FusionGraph& graph, const FusionBlock& block);

/// Whether both are fusible and have the same iteration space, granularity and layout.
bool compatible(const FusionVertex& a, const FusionVertex& b);

/// Sides of the masks that the local kernels of a block hold in shared memory, in pixels: f_Mshared
/// of the fused kernel, up to a factor. The paper does not define it; its example adds up the masks
/// of all local kernels whose values no other local kernel of the block uses, each as large as what
/// is staged for it, that is, with the reach of the producers that are recomputed in it. For Harris
/// 3 · 5, for the night filter's two levels 7. Masks count by their longer side.
int staged_mask_sides(const FusionGraph& graph, const FusionBlock& block);

/// The left side of equation 2: shared memory of the fused kernel over the most that one of its
/// kernels takes alone. 1 where no kernel is local.
double shared_growth(const FusionGraph& graph, const FusionBlock& block);

/// Why the vertices of `block` may not become one kernel, for people; nothing where they may. A
/// single vertex always may. A block in parts that no edge connects may not.
std::optional<std::string> why_illegal(const FusionGraph& graph, const FusionBlock& block,
                                       const FusionLegality& legality);

}  // namespace weft

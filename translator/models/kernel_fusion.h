// Kernel fusion by recursive minimum cuts (paper: kernel-fusion, algorithm 1).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/kernel_fusion_benefit.h"
#include "models/kernel_fusion_graph.h"
#include "models/kernel_fusion_legality.h"
#include "support/id.h"

namespace weft {

/// Why a block was not fused, and where it was cut in two.
struct FusionCut {
    FusionBlock block;
    std::string why;    ///< what made it illegal
    double weight = 0;  ///< of the edges that were cut: a minimum
    FusionBlock first, second;
};

/// The kernels that a graph becomes, and how they came about.
struct FusionPartition {
    Table<FusionBlock> blocks;          ///< in an order in which they can run; every vertex in one
    std::vector<FusionEdge> edges;      ///< of the graph
    std::vector<EdgeBenefit> benefits;  ///< of each edge
    std::vector<FusionCut> cuts;        ///< in the order in which they were made

    Id<FusionBlock> block_of(int vertex) const;
    bool is_fused(const FusionEdge& edge) const { return block_of(edge.from) == block_of(edge.to); }
    /// β of equation 1: the weights of all edges within blocks.
    double benefit() const;
};

/// Why algorithm 1 may not make `block` one kernel; nothing where it may. It must be legal, and no
/// edge within may have a gain of 0 or less. Section II-C4 says the latter, line 9 of the algorithm
/// leaves it out; without it the night filter's expensive stages would be fused. `benefits` are of
/// `edges`.
std::optional<std::string> why_not_fused(const FusionGraph& graph, const FusionBlock& block,
                                         const std::vector<FusionEdge>& edges,
                                         const std::vector<EdgeBenefit>& benefits,
                                         const FusionLegality& legality);

/// Algorithm 1: starting from the whole graph, blocks that may not be fused are cut at their
/// minimum cut. Deterministic. Under the extended rules blocks that are legal by themselves may
/// depend on one another in a cycle; then the one of them with the least cut is cut too.
FusionPartition partition_by_minimum_cuts(const FusionGraph& graph, const FusionLegality& legality,
                                          const FusionCosts& costs);

}  // namespace weft

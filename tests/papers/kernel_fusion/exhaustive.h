// What algorithm 1 is held against: cuts and partitions by trying them all. Shares nothing with it
// but the weights and the question whether a block is legal.
#pragma once

#include <set>
#include <vector>

#include "models/kernel_fusion.h"

namespace weft::test {

/// The weights of a graph's edges and the rules for its blocks, as algorithm 1 takes them.
struct WeightedFusion {
    WeightedFusion(const FusionGraph& graph, const FusionLegality& legality,
                   const FusionCosts& costs);

    bool is_legal(const FusionBlock& block) const;
    /// Of all edges with one end in each.
    double weight_between(const FusionBlock& a, const FusionBlock& b) const;
    /// β: of all edges with both ends in one block.
    double benefit(const std::vector<FusionBlock>& blocks) const;
    /// Whether the blocks can run one after the other.
    bool can_run(const std::vector<FusionBlock>& blocks) const;

    const FusionGraph& graph;
    FusionLegality legality;
    std::vector<FusionEdge> edges;
    std::vector<EdgeBenefit> benefits;
};

/// All ways to cut a block in two at its least weight.
std::vector<std::pair<FusionBlock, FusionBlock>> all_minimum_cuts(const WeightedFusion& fusion,
                                                                  const FusionBlock& block);

/// All partitions that algorithm 1 may arrive at, whichever of several minimum cuts it meets first.
/// Each is sorted.
std::set<std::vector<FusionBlock>> partitions_over_all_ties(const WeightedFusion& fusion);

/// Every partition of the graph into legal blocks.
std::vector<std::vector<FusionBlock>> all_legal_partitions(const WeightedFusion& fusion);

/// Pair-wise greedy fusion: the heaviest edge whose blocks may become one, again and again.
std::vector<FusionBlock> greedy_partition(const WeightedFusion& fusion);

}  // namespace weft::test

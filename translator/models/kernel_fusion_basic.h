// Basic kernel fusion: the baseline that paper: kernel-fusion, section V, compares with, as its
// sections II and IV tell of it. Pairs of kernels become one, and pairs of those again.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/kernel_fusion_legality.h"

namespace weft {

/// A pair that was tried: two blocks along an edge.
struct FusionPair {
    FusionBlock source, destination;
    std::optional<std::string> why_not;  ///< nothing: they became one
};

struct PairwiseFusion {
    std::vector<FusionBlock> blocks;  ///< every vertex in one, by their first
    std::vector<FusionPair> pairs;    ///< in the order in which they were tried; refused ones last
};

/// Why `source` and `destination`, which reads it, may not be a pair; nothing where they may. What
/// the source makes must be read by the destination alone, which may read nothing else, not even
/// what the source reads; of the kernels of both one at most may be local; and the block must be
/// legal by the paper's rules. What recomputing costs is not asked.
std::optional<std::string> why_no_pair(const FusionGraph& graph, const FusionBlock& source,
                                       const FusionBlock& destination,
                                       const FusionLegality& legality);

/// Fuses pairs, the first by the destination's place, until there is none.
PairwiseFusion fuse_pairwise(const FusionGraph& graph, const FusionLegality& legality);

}  // namespace weft

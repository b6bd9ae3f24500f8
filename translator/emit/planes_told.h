// How many planes kernels are told that an indexer's picture has.
#pragma once

#include <cstddef>

#include "plan/plan.h"

namespace weft {

/// The nth indexer of a direction, in order; null for what a pass gave the stage and its functor
/// has not.
inline const IndexerFacts* find_indexer(const Stage& stage, Direction direction, std::size_t n) {
    for (const IndexerFacts& indexer : stage.facts.indexers)
        if (indexer.direction == direction && n-- == 0) return &indexer;
    return nullptr;
}

/// The constant `Planes` of an indexer's structure, for a picture that has `planes`. Most functors
/// by component know of no plane but their element's; were they told how many there are, their
/// kernels for pictures of three and of four planes would be two texts of the same code.
inline int planes_told(const IndexerFacts* indexer, Granularity granularity, int planes) {
    return granularity == ePixel || indexer == nullptr || indexer->asks_planes ? planes : 1;
}

}  // namespace weft

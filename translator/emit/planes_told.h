// What kernels are told of the planes of an indexer's picture.
#pragma once

#include <cstddef>

#include "emit/writer.h"
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

/// Prints which planes are what, for bodies that ask.
inline void print_roles(const IndexerFacts* indexer, const ImageShape& shape, Writer& out) {
    if (indexer == nullptr || !indexer->asks_roles) return;
    out.line("static constexpr int Colours = {}, Alpha = {};", shape.colours, shape.alpha);
}

}  // namespace weft

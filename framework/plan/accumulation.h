// An accumulation with its structure bound: the loops of its terms, and the boxes of elements that
// a tile of its results reads for some of them (paper: gpu-autoscheduler, stages that consume
// themselves). For tiles on any device.
#pragma once

#include <string>

#include "plan/affine.h"
#include "support/id.h"

namespace weft {

struct BoundGraph;
struct Stage;
struct StageInput;

/// A loop: its variable takes first, first + step, ... while <= last. Both are affine functions of
/// members and edges of domains, and constants but of the outermost loop of terms.
struct BoundLoop {
    std::string variable;
    Affine first, last;
    int step = 1;
    double turns = 0;  ///< in this graph

    friend bool operator==(const BoundLoop&, const BoundLoop&) = default;
};

/// The values of a coordinate, for all turns of all loops but the outermost: those of `along` from
/// `low` to `high`. Of names it has X, Y and Plane, the variables of the planes' loop and of the
/// outermost loop of terms, and edges of domains.
struct TermRange {
    Affine along;
    std::int64_t low = 0, high = 0;

    /// The factor of a name; 0 where it has none.
    std::int64_t factor(const std::string& name) const;
    friend bool operator==(const TermRange&, const TermRange&) = default;
};

/// What the terms read of an input.
struct TermReads {
    /// Nothing where it is not affine, or where several reads move in different directions.
    struct Box {
        TermRange x, y, plane;
        friend bool operator==(const Box&, const Box&) = default;
    };
    std::optional<Box> box;
    std::optional<TermRange> columns;  ///< of a picture that is read anywhere; rows may be unknown
    double each = 0;                   ///< reads of one term

    friend bool operator==(const TermReads&, const TermReads&) = default;
};

struct BoundAccumulation {
    std::vector<BoundLoop> planes;  ///< none, or one; its bounds are constants
    std::vector<BoundLoop> loops;   ///< of terms, the outermost first
    Table<TermReads, StageInput> reads;
    /// Operations of one term.
    double instructions = 0, special = 0;
    std::string why_no_tiles;  ///< why its loops cannot be run for a tile; "" where they can

    double turns() const;  ///< terms of an element, of all planes
    double reads_of_element(Id<StageInput> input) const { return turns() * reads[input].each; }
    const BoundLoop& outermost() const { return loops.front(); }
    friend bool operator==(const BoundAccumulation&, const BoundAccumulation&) = default;
};

/// Requires facts.accumulation.
BoundAccumulation bound_accumulation(const BoundGraph& graph, const Stage& stage);

/// Extents of the box that a tile of so many elements reads in so many turns of the outermost loop.
struct BoxExtent {
    std::int64_t width = 0, height = 0, planes = 0;
};
BoxExtent box_extent(const BoundAccumulation& accumulation, const TermReads::Box& box, int tile_x,
                     int tile_y, int turns);

}  // namespace weft

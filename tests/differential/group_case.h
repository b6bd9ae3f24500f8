// A case in which stages of a graph are one kernel.
#pragma once

#include <vector>

#include "engine/differential.h"
#include "numbered_stages.h"

namespace weft::test {

/// Has the stages of those numbers be one kernel, at the graph's own borders, under the SIMT
/// checker.
inline DifferentialCase group_case(const Rect& domain, int planes, const std::vector<int>& group,
                                   TileKind kind) {
    DifferentialCase c;
    c.device = "simt";
    c.target = "sm_75";
    c.domain = domain;
    c.planes = planes;
    c.keep_borders = true;
    c.gpu.groups = {numbered_stages(group)};
    c.gpu.tile.kind = kind;
    return c;
}

}  // namespace weft::test

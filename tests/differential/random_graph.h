// Random graphs of built-in functors, for differential tests.
#pragma once

#include <random>

#include "core/rect.h"
#include "graph/graph.h"

namespace weft::test {

/// A valid graph of 2 to 7 nodes on one input, with 1 to 3 outputs: parameters within their ranges
/// (radii mostly small, now and then larger than any test picture), each input with a border of its
/// own. The same generator state gives the same graph.
Graph random_graph(const Library& library, std::mt19937_64& random);

/// About how many samples of a plane the reference reads for `region` of the outputs (empty: all of
/// them) of a graph with unbounded intermediates, whose inputs have that domain. Infinitely many
/// where some node reads anywhere in such a picture, or is a recurrence, which is refused.
double unbounded_reads(Graph graph, const Library& library, const Rect& domain, const Rect& region);

/// What a graph exercises.
struct Coverage {
    bool shared_picture = false;  ///< a picture with two readers whose results meet again
    bool several_outputs = false;
    bool mixed_borders = false;                           ///< two modes in one graph
    bool horizontal_scan = false, vertical_scan = false;  ///< moving averages
    int recurrences = 0;
    bool backwards = false;  ///< some recurrence
    int largest_radius = 0;
    bool per_pixel = false;
};
Coverage coverage_of(const Graph& graph, const Library& library);

}  // namespace weft::test

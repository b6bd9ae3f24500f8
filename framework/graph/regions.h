// Domains forward, regions of interest backward, plane counts forward.
//
// Domain of definition of a node's outputs: the hull of its inputs' domains. Every read outside the
// producer's domain obeys the reading indexer's border, so every element is defined.
// Region of interest of a picture: the hull, over its readers, of what each needs, intersected with
// the picture's domain after applying the border (repeat and far mirrors may need the far side).
#pragma once

#include <map>
#include <vector>

#include "core/rect.h"
#include "graph/graph.h"

namespace weft {

/// What is known of a picture once the inputs are.
struct ImageShape {
    Rect domain;
    int planes = 1;
    friend bool operator==(const ImageShape&, const ImageShape&) = default;
};

/// Shapes of all pictures in the graph, from those of the graph's inputs.
/// Plane counts: a functor whose indexers are all eComponent runs once per plane; its inputs have
/// n planes or 1 (a single plane serves all), its outputs n. A functor with an ePixel indexer runs
/// once per pixel: its eComponent inputs must have 1 plane, its eComponent outputs have 1, and its
/// ePixel outputs have as many as its ePixel inputs (the most, when they differ).
/// Errors: an empty input, more than kMaxPlanes, plane counts that do not agree (names the node).
Result<std::map<ImageId, ImageShape>> infer_shapes(const Graph& graph, const Library& library,
                                                   const std::vector<ImageShape>& inputs);

/// The part of each picture that is needed for `regions` of the outputs (one per graph output;
/// each is intersected with the output's domain). Pictures not needed are absent.
Result<std::map<ImageId, Rect>> infer_regions(const Graph& graph, const Library& library,
                                              const std::map<ImageId, ImageShape>& shapes,
                                              const std::vector<Rect>& regions);

/// The part of [lo, hi) that reads of elements [first, last) with offsets [dmin, dmax] land in.
/// Empty (first == last) where everything falls on the constant.
struct Interval {
    int first = 0, last = 0;
};
Interval footprint(Interval elements, int dmin, int dmax, Interval domain, BorderMode border);

}  // namespace weft

// Evaluates one node of a graph with its functor's own C++, one element at a time.
#pragma once

#include <vector>

#include "graph/graph.h"
#include "runtime/picture.h"
#include "runtime/progress.h"

namespace weft {

/// The pictures of one node, one per input and per output, in order. An input read with a border
/// covers its whole domain; another, at least what is read of it.
struct NodePictures {
    std::vector<const Picture*> inputs;
    std::vector<Picture*> outputs;  ///< all of one size, zero-filled
};

/// Computes `elements`, a rectangle within the outputs, for all planes. A reduction combines
/// `elements` of its inputs (reduced_elements() in graph/regions.h) and writes the whole outputs. A
/// moving average's or recurrence's must begin as computed_elements() says. `domain` is that of the
/// outputs, from whose origin restart periods count. False when the run was cancelled.
bool run_node(const Node& node, FunctorBase& functor, const NodePictures& pictures,
              const Rect& domain, const Rect& elements, Progress& progress);

/// The rows that run_node() reports to Progress: of `elements` (columns of a vertical scan), times
/// `passes`.
long long count_rows(const FunctorBase& functor, const Rect& elements, int passes);

/// How often the kernel is called for each element: once per plane, or once where it is evaluated
/// per pixel.
int count_passes(FunctorBase& functor, const std::vector<int>& output_planes);

}  // namespace weft

// One node of a graph by its functor's own C++, one element at a time.
#pragma once

#include <vector>

#include "graph/graph.h"
#include "runtime/picture.h"
#include "runtime/progress.h"

namespace weft {

/// The pictures of one node: one per input and per output, in order. Those that are read with a
/// border cover their whole domains; the others all that is read of them.
struct NodePictures {
    std::vector<const Picture*> inputs;
    std::vector<Picture*> outputs;  ///< all of one size, zero-filled
};

/// Computes `elements`, a rectangle within the outputs' pictures, for all planes; of a reduction,
/// combines `elements` of the inputs (reduced_elements() in graph/regions.h) and writes the outputs
/// whole. A moving
/// average's elements must begin where its state is rebuilt (computed_elements() in
/// graph/regions.h), which is at multiples of its period from the origin of `domain`, the one
/// inferred for the outputs. False when the run was cancelled.
bool run_node(const Node& node, FunctorBase& functor, const NodePictures& pictures,
              const Rect& domain, const Rect& elements, Progress& progress);

/// Rows that run_node() will report: elements' rows (or columns of a vertical scan) per pass.
long long count_rows(const FunctorBase& functor, const Rect& elements, int passes);

/// How often the kernel visits each element: once per plane, or once where it sees whole pixels.
int count_passes(FunctorBase& functor, const std::vector<int>& output_planes);

}  // namespace weft

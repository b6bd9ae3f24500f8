// A plan as a drawing: stages, kernels and edges in Graphviz's language.
#pragma once

#include <string>

#include "plan/plan.h"

namespace weft {

/// A digraph. A node for each stage, with its name and functor, and for each transposition, within
/// a cluster for its kernel; houses for the graph's inputs and outputs. Edges are labelled with the
/// size of the window that is read and with where the reader finds the picture. Of a CPU's plan or
/// of a GPU's. Names are escaped: the text is valid whatever stages are called.
std::string plan_dot(const Plan& plan);

/// `text` quoted and escaped for Graphviz, to be shown as it is.
std::string quoted_for_dot(const std::string& text);

}  // namespace weft

// Random graphs of the sample functors, and the library that knows them.
#pragma once

#include <cstdint>
#include <random>
#include <string>

#include "graph/graph.h"

namespace weft::test {

Library sample_library();

/// A valid graph: one to three inputs, up to `max_nodes` nodes with random parameters, borders,
/// ids and names, several outputs, some controls. Planewise functors only.
Graph random_graph(std::mt19937& random, int max_nodes = 10);

/// The seed of a random test: $WEFT_TEST_SEED, or a fixed one. Tests print it on failure.
std::uint32_t test_seed();

}  // namespace weft::test

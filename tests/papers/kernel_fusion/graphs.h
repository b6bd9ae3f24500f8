// The programs of paper: kernel-fusion as graphs by hand, and random ones.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/kernel_fusion.h"

namespace weft::test {

/// Builds a graph of kernels of one output each. Images are named as their kernels.
class FusionGraphBuilder {
  public:
    int input(const std::string& name);
    /// A kernel that reads `images` by square masks of `side`; its output.
    int kernel(const std::string& name, const std::vector<int>& images, int side, double alu = 1);
    /// The same with a mask of its own for each image.
    int kernel_of(const std::string& name, const std::vector<FusionRead>& reads, double alu = 1);
    void keep(int image) { graph.images[static_cast<std::size_t>(image)].live_out = true; }

    FusionGraph graph;
};

/// Figure 3: nine kernels, masks of 3 × 3, two additions in each square.
FusionGraph harris();
/// Section V: two local kernels and a point kernel on both.
FusionGraph sobel();
/// Section V and figure 2b: one local and three point kernels that all read the input.
FusionGraph unsharp();
/// Section V: masks of 3 × 3 and 5 × 5 with 68 operations, then a point kernel with 89.
FusionGraph night();
/// Section V: a local and two point kernels in a row.
FusionGraph enhance();
/// Halide's: grey, seven taps down, seven taps across, and a point kernel.
FusionGraph halide_unsharp();

/// A graph of 1 to `most` kernels: up to three inputs each, masks of 1, 3 or 5, a few or many
/// operations, outputs kept here and there, now and then another header. The same for one seed.
FusionGraph random_fusion_graph(std::uint64_t seed, int most);

/// "{dx}{sx,gx}": blocks and their vertices in ascending order.
std::string to_text(const FusionGraph& graph, std::vector<FusionBlock> blocks);

/// With costs as they are unless a test says otherwise.
inline FusionPartition partition(const FusionGraph& graph, const FusionLegality& legality) {
    return partition_by_minimum_cuts(graph, legality, {});
}

/// The weight of the edge between two kernels, by their names; -1 where there is none.
double weight_of(const FusionGraph& graph, const FusionPartition& partition,
                 const std::string& from, const std::string& to);
const EdgeBenefit& benefit_of(const FusionGraph& graph, const FusionPartition& partition,
                              const std::string& from, const std::string& to);

/// The vertex of that name, or -1.
int vertex_named(const FusionGraph& graph, const std::string& name);
/// The block of the vertices of those names.
FusionBlock block_named(const FusionGraph& graph, const std::vector<std::string>& names);

}  // namespace weft::test

#include "models/kernel_fusion_basic.h"

#include <algorithm>

namespace weft {

namespace {

FusionBlock joined(const FusionBlock& a, const FusionBlock& b) {
    FusionBlock both;
    std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
    return both;
}

std::ptrdiff_t locals(const FusionGraph& graph, const FusionBlock& block) {
    return std::count_if(block.begin(), block.end(), [&](int v) {
        return !mask(graph.vertices[static_cast<std::size_t>(v)]).is_point();
    });
}

/// Where the block that holds the vertex stands.
std::size_t place_of(const std::vector<FusionBlock>& blocks, int vertex) {
    const auto found = std::find_if(blocks.begin(), blocks.end(), [&](const FusionBlock& block) {
        return std::binary_search(block.begin(), block.end(), vertex);
    });
    return static_cast<std::size_t>(found - blocks.begin());
}

/// Tries the pairs along all edges in order; whether one became one block.
bool fuse_a_pair(const FusionGraph& graph, const FusionLegality& legality,
                 std::vector<FusionBlock>& blocks, std::vector<FusionPair>& fused,
                 std::vector<FusionPair>& refused) {
    refused.clear();
    for (const FusionEdge& edge : edges(graph)) {
        const std::size_t from = place_of(blocks, edge.from), to = place_of(blocks, edge.to);
        if (from == to) continue;
        FusionPair pair{blocks[from], blocks[to],
                        why_no_pair(graph, blocks[from], blocks[to], legality)};
        if (pair.why_not) {
            refused.push_back(std::move(pair));
            continue;
        }
        blocks[to] = joined(blocks[from], blocks[to]);
        blocks.erase(blocks.begin() + static_cast<std::ptrdiff_t>(from));
        fused.push_back(std::move(pair));
        return true;
    }
    return false;
}

}  // namespace

std::optional<std::string> why_no_pair(const FusionGraph& graph, const FusionBlock& source,
                                       const FusionBlock& destination,
                                       const FusionLegality& legality) {
    const std::set<int> out = leaving(graph, source), in = entering(graph, destination);
    for (const int image : out) {
        const FusionImage& picture = graph.images[static_cast<std::size_t>(image)];
        if (picture.live_out) return picture.name + " is an output";
        for (const FusionEdge& edge : edges(graph))
            if (edge.image == image && !std::binary_search(source.begin(), source.end(), edge.to) &&
                !std::binary_search(destination.begin(), destination.end(), edge.to))
                return picture.name + " is read by " +
                       graph.vertices[static_cast<std::size_t>(edge.to)].name + " as well";
    }
    for (const int image : in)
        if (!out.contains(image))
            return "it reads " + graph.images[static_cast<std::size_t>(image)].name + " as well";
    if (locals(graph, source) + locals(graph, destination) > 1) return "both are local";
    FusionLegality paper = legality;
    paper.rules = FusionRules::kPaper;
    return why_illegal(graph, joined(source, destination), paper);
}

PairwiseFusion fuse_pairwise(const FusionGraph& graph, const FusionLegality& legality) {
    PairwiseFusion result;
    for (std::size_t v = 0; v < graph.vertices.size(); ++v)
        result.blocks.push_back({static_cast<int>(v)});
    std::vector<FusionPair> refused;
    while (fuse_a_pair(graph, legality, result.blocks, result.pairs, refused)) {
    }
    std::move(refused.begin(), refused.end(), std::back_inserter(result.pairs));
    std::sort(result.blocks.begin(), result.blocks.end());
    return result;
}

}  // namespace weft

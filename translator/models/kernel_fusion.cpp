#include "models/kernel_fusion.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "models/minimum_cut.h"

namespace weft {

namespace {

/// Cuts a block of two vertices or more at its minimum; `why` says what for.
FusionCut cut_in_two(const FusionPartition& partition, const FusionBlock& block, std::string why) {
    const auto place = [&](int v) {
        const auto found = std::lower_bound(block.begin(), block.end(), v);
        return found != block.end() && *found == v ? static_cast<int>(found - block.begin()) : -1;
    };
    std::vector<WeightedEdge> within;
    for (std::size_t e = 0; e < partition.edges.size(); ++e) {
        const int a = place(partition.edges[e].from), b = place(partition.edges[e].to);
        if (a >= 0 && b >= 0) within.push_back({a, b, partition.benefits[e].weight});
    }
    const GraphCut least = minimum_cut(static_cast<int>(block.size()), within);

    FusionCut cut{block, std::move(why), least.weight, {}, {}};
    for (std::size_t i = 0; i < block.size(); ++i)
        (least.first[i] ? cut.first : cut.second).push_back(block[i]);
    return cut;
}

/// Lines 5 to 19 for one block: the legal blocks it falls into, cuts recorded.
void partition_block(const FusionGraph& graph, const FusionLegality& legality, FusionBlock whole,
                     FusionPartition& partition) {
    std::vector<FusionBlock> working = {std::move(whole)};
    while (!working.empty()) {
        FusionBlock block = std::move(working.back());
        working.pop_back();
        auto why = why_not_fused(graph, block, partition.edges, partition.benefits, legality);
        if (!why) {
            partition.blocks.add(std::move(block));
            continue;
        }
        FusionCut cut = cut_in_two(partition, block, *std::move(why));
        working.push_back(cut.second);
        working.push_back(cut.first);
        partition.cuts.push_back(std::move(cut));
    }
}

using OfBlocks = Table<bool, FusionBlock>;

/// waits[a][b]: block a runs after block b, directly or not.
Table<OfBlocks, FusionBlock> waits(const FusionPartition& partition) {
    const std::size_t n = partition.blocks.size();
    Table<OfBlocks, FusionBlock> waits(n, OfBlocks(n));
    for (const FusionEdge& e : partition.edges)
        if (!partition.is_fused(e))
            waits[partition.block_of(e.to)][partition.block_of(e.from)] = true;
    const Ids<FusionBlock> all = partition.blocks.ids();
    for (const Id<FusionBlock> via : all)
        for (const Id<FusionBlock> a : all)
            for (const Id<FusionBlock> b : all)
                if (waits[a][via] && waits[via][b]) waits[a][b] = true;
    return waits;
}

/// Cuts blocks until none waits for itself.
void cut_circles(const FusionGraph& graph, const FusionLegality& legality,
                 FusionPartition& partition) {
    for (;;) {
        const auto waiting = waits(partition);
        std::optional<FusionCut> least;
        Id<FusionBlock> which;
        for (const Id<FusionBlock> b : partition.blocks.ids()) {
            if (!waiting[b][b] || partition.blocks[b].size() < 2) continue;
            FusionCut cut = cut_in_two(partition, partition.blocks[b],
                                       "it and another kernel would wait for one another");
            if (least && least->weight <= cut.weight) continue;
            least = std::move(cut);
            which = b;
        }
        if (!least) return;
        partition.blocks.values().erase(partition.blocks.begin() + which.number());
        partition.cuts.push_back(*least);
        partition_block(graph, legality, least->first, partition);
        partition_block(graph, legality, least->second, partition);
    }
}

/// An order in which each block comes after all it waits for; where there is a choice, the one that
/// holds the first vertex.
Table<FusionBlock> in_order(FusionPartition partition) {
    std::sort(partition.blocks.begin(), partition.blocks.end());
    const auto waiting = waits(partition);
    const Ids<FusionBlock> all = partition.blocks.ids();
    OfBlocks done(partition.blocks.size());
    Table<FusionBlock> ordered;
    while (ordered.size() < partition.blocks.size())
        for (const Id<FusionBlock> b : all) {
            if (done[b]) continue;
            bool ready = true;
            for (const Id<FusionBlock> a : all) ready &= !waiting[b][a] || done[a];
            if (!ready) continue;
            done[b] = true;
            ordered.add(partition.blocks[b]);
            break;
        }
    return ordered;
}

}  // namespace

Id<FusionBlock> FusionPartition::block_of(int vertex) const {
    for (const Id<FusionBlock> b : blocks.ids())
        if (std::binary_search(blocks[b].begin(), blocks[b].end(), vertex)) return b;
    return {};
}

double FusionPartition::benefit() const {
    double sum = 0;
    for (std::size_t e = 0; e < edges.size(); ++e)
        if (is_fused(edges[e])) sum += benefits[e].weight;
    return sum;
}

std::optional<std::string> why_not_fused(const FusionGraph& graph, const FusionBlock& block,
                                         const std::vector<FusionEdge>& edges,
                                         const std::vector<EdgeBenefit>& benefits,
                                         const FusionLegality& legality) {
    if (auto why = why_illegal(graph, block, legality)) return why;
    for (std::size_t e = 0; e < edges.size(); ++e) {
        if (!std::binary_search(block.begin(), block.end(), edges[e].from) ||
            !std::binary_search(block.begin(), block.end(), edges[e].to))
            continue;
        if (benefits[e].gain > 0) continue;
        const auto name = [&](int v) { return graph.vertices[static_cast<std::size_t>(v)].name; };
        return fmt::format("computing {} again for {} costs {:.4g} cycles and saves {:.4g}",
                           name(edges[e].from), name(edges[e].to), benefits[e].redundancy,
                           benefits[e].gain + benefits[e].redundancy);
    }
    return std::nullopt;
}

FusionPartition partition_by_minimum_cuts(const FusionGraph& graph, const FusionLegality& legality,
                                          const FusionCosts& costs) {
    FusionPartition partition;
    partition.edges = edges(graph);
    for (const FusionEdge& edge : partition.edges)
        partition.benefits.push_back(edge_benefit(graph, edge, legality, costs));
    if (graph.vertices.empty()) return partition;

    FusionBlock whole(graph.vertices.size());
    std::iota(whole.begin(), whole.end(), 0);
    partition_block(graph, legality, std::move(whole), partition);
    cut_circles(graph, legality, partition);
    partition.blocks = in_order(partition);
    return partition;
}

}  // namespace weft

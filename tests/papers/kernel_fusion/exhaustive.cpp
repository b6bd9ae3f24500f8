#include "exhaustive.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>

namespace weft::test {

namespace {

bool holds(const FusionBlock& block, int v) {
    return std::find(block.begin(), block.end(), v) != block.end();
}

/// Weights are sums in any order: equal ones may differ in their last bits.
constexpr double kSame = 1e-9;

}  // namespace

WeightedFusion::WeightedFusion(const FusionGraph& graph_, const FusionLegality& legality_,
                               const FusionCosts& costs)
    : graph(graph_), legality(legality_), edges(weft::edges(graph_)) {
    for (const FusionEdge& e : edges) benefits.push_back(edge_benefit(graph, e, legality, costs));
}

bool WeightedFusion::is_legal(const FusionBlock& block) const {
    return !why_not_fused(graph, block, edges, benefits, legality);
}

double WeightedFusion::weight_between(const FusionBlock& a, const FusionBlock& b) const {
    double sum = 0;
    for (std::size_t e = 0; e < edges.size(); ++e)
        if ((holds(a, edges[e].from) && holds(b, edges[e].to)) ||
            (holds(b, edges[e].from) && holds(a, edges[e].to)))
            sum += benefits[e].weight;
    return sum;
}

double WeightedFusion::benefit(const std::vector<FusionBlock>& blocks) const {
    double sum = 0;
    for (const FusionBlock& block : blocks)
        for (std::size_t e = 0; e < edges.size(); ++e)
            if (holds(block, edges[e].from) && holds(block, edges[e].to)) sum += benefits[e].weight;
    return sum;
}

bool WeightedFusion::can_run(const std::vector<FusionBlock>& blocks) const {
    std::vector<bool> done(blocks.size());
    for (bool ran = true; ran;) {
        ran = false;
        for (std::size_t b = 0; b < blocks.size(); ++b) {
            if (done[b]) continue;
            const bool ready = std::none_of(edges.begin(), edges.end(), [&](const FusionEdge& e) {
                if (!holds(blocks[b], e.to) || holds(blocks[b], e.from)) return false;
                for (std::size_t a = 0; a < blocks.size(); ++a)
                    if (holds(blocks[a], e.from)) return !done[a];
                return true;
            });
            if (ready) done[b] = ran = true;
        }
    }
    return std::find(done.begin(), done.end(), false) == done.end();
}

std::vector<std::pair<FusionBlock, FusionBlock>> all_minimum_cuts(const WeightedFusion& fusion,
                                                                  const FusionBlock& block) {
    std::vector<std::pair<FusionBlock, FusionBlock>> cuts;
    double least = std::numeric_limits<double>::infinity();
    // The first vertex is always on the first side; the second side is never empty.
    for (std::uint32_t others = 1; others < (1u << (block.size() - 1)); ++others) {
        FusionBlock a = {block.front()}, b;
        for (std::size_t i = 1; i < block.size(); ++i)
            ((others >> (i - 1) & 1u) != 0 ? b : a).push_back(block[i]);
        const double weight = fusion.weight_between(a, b);
        if (weight > least + kSame) continue;
        if (weight < least - kSame) cuts.clear();
        least = std::min(least, weight);
        cuts.emplace_back(std::move(a), std::move(b));
    }
    return cuts;
}

std::set<std::vector<FusionBlock>> partitions_over_all_ties(const WeightedFusion& fusion) {
    using Partitions = std::set<std::vector<FusionBlock>>;
    std::map<FusionBlock, Partitions> known;
    const std::function<const Partitions&(const FusionBlock&)> of =
        [&](const FusionBlock& block) -> const Partitions& {
        if (const auto found = known.find(block); found != known.end()) return found->second;
        Partitions all;
        if (fusion.is_legal(block)) {
            all.insert({block});
        } else {
            for (const auto& [first, second] : all_minimum_cuts(fusion, block))
                for (const auto& left : of(first))
                    for (const auto& right : of(second)) {
                        std::vector<FusionBlock> both = left;
                        both.insert(both.end(), right.begin(), right.end());
                        std::sort(both.begin(), both.end());
                        all.insert(std::move(both));
                    }
        }
        return known[block] = std::move(all);
    };
    FusionBlock whole;
    for (std::size_t v = 0; v < fusion.graph.vertices.size(); ++v)
        whole.push_back(static_cast<int>(v));
    return of(whole);
}

std::vector<std::vector<FusionBlock>> all_legal_partitions(const WeightedFusion& fusion) {
    std::vector<std::vector<FusionBlock>> all;
    std::vector<FusionBlock> blocks;
    const std::function<void(int)> place = [&](int v) {
        if (v == static_cast<int>(fusion.graph.vertices.size())) {
            const bool legal = std::all_of(blocks.begin(), blocks.end(), [&](const auto& block) {
                return fusion.is_legal(block);
            });
            if (legal && fusion.can_run(blocks)) all.push_back(blocks);
            return;
        }
        for (std::size_t b = 0; b < blocks.size(); ++b) {
            blocks[b].push_back(v);
            place(v + 1);
            blocks[b].pop_back();
        }
        blocks.push_back({v});
        place(v + 1);
        blocks.pop_back();
    };
    place(0);
    return all;
}

std::vector<FusionBlock> greedy_partition(const WeightedFusion& fusion) {
    std::vector<FusionBlock> blocks;
    for (std::size_t v = 0; v < fusion.graph.vertices.size(); ++v)
        blocks.push_back({static_cast<int>(v)});
    for (;;) {
        double heaviest = 0;
        std::vector<FusionBlock> best;
        for (std::size_t e = 0; e < fusion.edges.size(); ++e) {
            if (fusion.benefits[e].weight <= heaviest) continue;
            std::vector<FusionBlock> merged;
            FusionBlock both;
            for (const FusionBlock& block : blocks)
                if (holds(block, fusion.edges[e].from) || holds(block, fusion.edges[e].to))
                    both.insert(both.end(), block.begin(), block.end());
                else
                    merged.push_back(block);
            std::sort(both.begin(), both.end());
            merged.push_back(both);
            if (merged.size() == blocks.size() || !fusion.is_legal(both) || !fusion.can_run(merged))
                continue;
            heaviest = fusion.benefits[e].weight;
            best = std::move(merged);
        }
        if (best.empty()) return blocks;
        blocks = std::move(best);
    }
}

}  // namespace weft::test

#include "model/costs.h"

#include <algorithm>
#include <utility>

namespace weft::editor {

double total(const Costs& costs) {
    double seconds = 0.0;
    for (const CostPart& part : costs.parts) seconds += part.seconds;
    return seconds;
}

std::vector<CostLine> bill(const Costs& costs) {
    std::map<std::pair<NodeId, std::string>, double> sums;
    for (const CostPart& part : costs.parts) sums[{part.node, part.what}] += part.seconds;
    const double all = total(costs);
    std::vector<CostLine> lines;
    for (const auto& [of, seconds] : sums)
        lines.push_back({of.first, of.second, seconds, all > 0.0 ? seconds / all : 0.0});
    std::stable_sort(lines.begin(), lines.end(),
                     [](const CostLine& a, const CostLine& b) { return a.seconds > b.seconds; });
    return lines;
}

std::map<NodeId, double> shares(const Costs& costs) {
    std::map<NodeId, double> shares;
    for (const CostLine& line : bill(costs))
        if (line.node != NodeId{}) shares[line.node] = line.share;
    return shares;
}

}  // namespace weft::editor

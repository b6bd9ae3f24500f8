#include "openfx/reach.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <set>

#include "graph/descriptor.h"
#include "openfx/parameters.h"

namespace weft::openfx {
namespace {

/// Of what sliders show: the last step.
constexpr double kSteps[] = {1.0 / 16, 1.0 / 4, 1.0};
/// Values that a parameter is tried with. Even parts of a circle, halves of right angles among
/// them.
constexpr int kSamples = 33;

Status set(Graph& graph, const Library& library, const ParameterDescription& p, double value) {
    return set_parameter(graph, library, p.control, text_of(p, value));
}

/// Radii and offsets of all inputs.
std::vector<int> reach_in(const Graph& graph, const Library& library) {
    std::vector<int> reach;
    for (const Node& node : graph.nodes) {
        const std::unique_ptr<FunctorBase> functor = instantiate(node, library);
        for (const NamedIndexer& named : indexers_of(*functor)) {
            const IndexerBase& i = *named.indexer;
            reach.insert(reach.end(), {i.Radius, i.RadiusX, i.RadiusY, i.Offsets.count});
            for (int o = 0; o < i.Offsets.count; ++o)
                reach.insert(reach.end(), {i.Offsets.items[o].x, i.Offsets.items[o].y});
        }
    }
    return reach;
}

bool changes_reach(const PluginDescription& plugin, const Library& library,
                   const ParameterDescription& p) {
    if (!p.is_number()) return false;
    const std::vector<int> usual = reach_in(plugin.graph, library);
    for (const double value : {p.display_minimum, p.display_maximum}) {
        Graph graph = plugin.graph;
        if (set(graph, library, p, value) && reach_in(graph, library) != usual) return true;
    }
    return false;
}

/// From what is nearest to 0 so far towards either end of what the slider shows.
Reach::Range step(const PluginDescription& plugin, std::size_t place, double part) {
    const ParameterDescription& p = plugin.parameters[place];
    const double rest = std::clamp(0.0, p.display_minimum, p.display_maximum);
    return {place, rest + part * (p.display_minimum - rest),
            rest + part * (p.display_maximum - rest)};
}

/// All parameters at their lowest; and each across its range while the others are at their highest:
/// there nodes read farthest. Those that read alike, once.
Result<std::vector<Graph>> samples(const Reach& reach, const PluginDescription& plugin,
                                   const Library& library, const Graph& graph) {
    std::vector<Graph> graphs;
    std::set<std::vector<int>> seen;
    const auto add = [&](const std::vector<double>& parts) -> Status {
        Graph made = graph;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const Reach::Range& r = reach.ranges[i];
            if (Status s = set(made, library, plugin.parameters[r.parameter],
                               r.lowest + parts[i] * (r.highest - r.lowest));
                !s)
                return s;
        }
        if (seen.insert(reach_in(made, library)).second) graphs.push_back(std::move(made));
        return {};
    };
    if (reach.ranges.empty()) return graphs;
    if (Status s = add(std::vector<double>(reach.ranges.size(), 0.0)); !s) return s.error();
    for (std::size_t swept = 0; swept < reach.ranges.size(); ++swept)
        for (int sample = 0; sample < kSamples; ++sample) {
            std::vector<double> parts(reach.ranges.size(), 1.0);
            parts[swept] = sample / (kSamples - 1.0);
            if (Status s = add(parts); !s) return s.error();
        }
    return graphs;
}

/// The longest defaults of the nodes that restart, in any of the graphs.
std::vector<std::pair<NodeId, int>> longest_restarts(const std::vector<Graph>& graphs) {
    std::vector<std::pair<NodeId, int>> restarts;
    for (const Node& node : graphs.front().nodes) {
        int longest = node.restart_period;
        for (const Graph& graph : graphs)
            longest = std::max(longest, graph.find(node.id)->restart_period);
        if (longest > 0) restarts.emplace_back(node.id, longest);
    }
    return restarts;
}

}  // namespace

std::vector<Reach> reaches_of(const PluginDescription& plugin, const Library& library) {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < plugin.parameters.size(); ++i)
        if (changes_reach(plugin, library, plugin.parameters[i])) places.push_back(i);
    if (places.empty()) return {Reach{}};
    std::vector<Reach> reaches;
    for (const double part : kSteps) {
        Reach reach;
        for (const std::size_t place : places) reach.ranges.push_back(step(plugin, place, part));
        if (const auto graphs = samples(reach, plugin, library, plugin.graph))
            reach.restarts = longest_restarts(*graphs);
        reaches.push_back(std::move(reach));
    }
    return reaches;
}

Result<const Reach*> reach_for(const PluginDescription& plugin, const Library& library,
                               const Graph& graph) {
    // Where pixels are not square, one for each axis.
    const auto value_of = [&](const Reach::Range& r) {
        double farthest = 0;
        for (const Control& control : graph.controls) {
            if (control.name != plugin.parameters[r.parameter].control) continue;
            for (const auto& [id, parameter] : control.targets) {
                const Node& node = *graph.find(id);
                const FunctorDescriptor functor = describe(*library.find(node.functor));
                const auto i = static_cast<std::size_t>(functor.find_parameter(parameter));
                const std::string text =
                    format_value(functor.parameters[i].ref, node.parameters[i]);
                const double value = std::strtod(text.c_str(), nullptr);
                if (std::abs(value) >= std::abs(farthest)) farthest = value;
            }
        }
        return farthest;
    };
    const auto beyond = [&](const Reach::Range& r) {
        return value_of(r) < r.lowest || value_of(r) > r.highest;
    };
    for (const Reach& reach : plugin.reaches)
        if (std::none_of(reach.ranges.begin(), reach.ranges.end(), beyond)) return &reach;
    const auto& all = plugin.reaches.back().ranges;
    const Reach::Range& worst = *std::find_if(all.begin(), all.end(), beyond);
    const auto text = [](double v) { return format_float(static_cast<float>(v)); };
    return Error{ErrorKind::kUsage,
                 plugin.parameters[worst.parameter].label + " is " + text(value_of(worst)) +
                     ", and this bundle was compiled for " + text(worst.lowest) + " to " +
                     text(worst.highest) +
                     "; stay within, or install Weft.ofx.bundle, which compiles"};
}

Graph restarted(Graph graph, const Reach& reach) {
    for (Node& node : graph.nodes)
        for (const auto& [id, period] : reach.restarts)
            if (node.id == id) node.restart_period = period;
    return graph;
}

Result<std::vector<Graph>> graphs_across(const Reach& reach, const PluginDescription& plugin,
                                         const Library& library, const Graph& graph) {
    Result<std::vector<Graph>> graphs = samples(reach, plugin, library, graph);
    if (graphs)
        for (Graph& sample : *graphs) sample = restarted(std::move(sample), reach);
    return graphs;
}

}  // namespace weft::openfx

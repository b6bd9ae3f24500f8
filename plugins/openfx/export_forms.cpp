#include "openfx/export_forms.h"

#include <algorithm>
#include <map>
#include <set>

#include "graph/choose_inputs.h"
#include "graph/regions.h"
#include "openfx/fitted.h"
#include "openfx/parameters.h"
#include "openfx/plugin_of.h"
#include "openfx/reach.h"

namespace weft::openfx {
namespace {

/// Any, for kernels do not depend on it: not so small that all of it is border.
constexpr Rect kTriedDomain{0, 0, 192, 160};
/// Whole numbers with more values are not gone through.
constexpr double kMaxValues = 64;

/// What the plug-in's needed and optional pictures have; 0: not given.
struct Planes {
    int needed = 4;
    std::vector<int> optional;
};

/// Sources by their text.
using Sources = std::map<std::string, HostSource>;

struct Exporter {
    const PluginDescription& plugin;
    const Library& library;
    const ProcessorLevel& level;

    /// Of `graph`, which has the parameters wanted, and of a matte in RGBA. Nothing where the
    /// pictures do not fit it.
    Result<Sources> sources(const Graph& graph, const Planes& planes, const Reach& reach) const {
        std::vector<std::string> given;
        std::vector<ImageShape> shapes =
            usual_input_shapes(graph, library, kTriedDomain, planes.needed);
        for (std::size_t i = 0; i < planes.optional.size(); ++i)
            if (planes.optional[i] > 0) {
                given.push_back(graph.optional_inputs[i].name);
                shapes.push_back({kTriedDomain, planes.optional[i]});
            }
        Result<Graph> whole = with_inputs(graph, library, given);
        if (!whole) return whole.error();
        const auto inferred = infer_shapes(*whole, library, shapes);
        if (!inferred || !is_colour(inferred->at(whole->outputs.front().image).planes))
            return Sources{};
        std::vector<Graph> forms{*whole};
        if (planes.needed > 1 && inferred->at(whole->outputs.front().image).planes == 1) {
            Result<Graph> in_rgba = fitted(*whole, library, *inferred, 4);
            if (!in_rgba) return in_rgba.error();
            forms.push_back(*std::move(in_rgba));
        }
        Sources sources;
        for (const Graph& form : forms) {
            const Result<std::vector<HostSource>> list = sources_of_form(form, shapes, reach);
            if (!list) return list.error();
            for (const HostSource& source : *list) sources.emplace(source.text, source);
        }
        return sources;
    }

    Result<std::vector<HostSource>> sources_of_form(const Graph& graph,
                                                    const std::vector<ImageShape>& shapes,
                                                    const Reach& reach) const {
        const Result<std::vector<Graph>> range = graphs_across(reach, plugin, library, graph);
        if (!range) return range.error();
        // One within the reach, which the defaults may not be.
        return sources_ahead({.graph = range->empty() ? graph : range->front(),
                              .library = library,
                              .inputs = shapes,
                              .regions = {},
                              .range = *range},
                             level);
    }

    Planes usual() const {
        const OutputPlanes& p = plugin.planes;
        return {p.of_rgba > 0  ? 4
                : p.of_rgb > 0 ? 3
                               : 1,
                std::vector<int>(plugin.graph.optional_inputs.size(), 0)};
    }

    /// The graph with one parameter set; nothing where that is not valid.
    std::optional<Graph> with(const ParameterDescription& p, double value) const {
        Graph graph = plugin.graph;
        if (!set_parameter(graph, library, p.control, text_of(p, value))) return std::nullopt;
        return graph;
    }

    bool reaches(std::size_t place) const {
        const auto& ranges = plugin.reaches.front().ranges;
        return std::any_of(ranges.begin(), ranges.end(),
                           [&](const Reach::Range& r) { return r.parameter == place; });
    }

    bool shows(const Graph& graph) const {
        const auto usual_sources = sources(plugin.graph, usual(), plugin.reaches.front());
        const auto these = sources(graph, usual(), plugin.reaches.front());
        if (!usual_sources || !these) return true;
        return !std::equal(these->begin(), these->end(), usual_sources->begin(),
                           usual_sources->end(),
                           [](const auto& a, const auto& b) { return a.first == b.first; });
    }

    /// The graph with each value besides the default that is gone through.
    std::vector<Graph> variants() const {
        std::vector<Graph> list;
        for (std::size_t i = 0; i < plugin.parameters.size(); ++i) {
            const ParameterDescription& p = plugin.parameters[i];
            if (reaches(i) || !is_listed(p)) continue;
            for (double value = p.minimum; value <= p.maximum; ++value) {
                if (value == p.value) continue;
                std::optional<Graph> graph = with(p, value);
                if (graph) list.push_back(*std::move(graph));
            }
        }
        return list;
    }

    static bool is_listed(const ParameterDescription& p) {
        return !p.is_text() && p.form != ValueForm::kNumber && p.maximum - p.minimum < kMaxValues;
    }
};

/// All numbers of planes of `count` optional pictures.
std::vector<std::vector<int>> optional_planes(std::size_t count) {
    std::vector<std::vector<int>> all{{}};
    for (std::size_t i = 0; i < count; ++i) {
        std::vector<std::vector<int>> longer;
        for (const std::vector<int>& shorter : all)
            for (const int planes : {0, 4, 3, 1}) {
                longer.push_back(shorter);
                longer.back().push_back(planes);
            }
        all = std::move(longer);
    }
    return all;
}

}  // namespace

Result<std::vector<HostSource>> sources_of(const PluginDescription& plugin, const Library& library,
                                           const ProcessorLevel& level) {
    const Exporter exporter{plugin, library, level};
    Sources all;
    const auto add = [&](const Graph& graph, const Planes& planes) -> Status {
        for (const Reach& reach : plugin.reaches) {
            Result<Sources> some = exporter.sources(graph, planes, reach);
            if (!some) return some.error();
            all.merge(*some);
        }
        return {};
    };
    const std::size_t optional = plugin.graph.optional_inputs.size();
    for (const int needed : {4, 3, 1})
        for (const std::vector<int>& others : optional_planes(optional))
            if (Status s = add(plugin.graph, {needed, others}); !s) return s.error();
    const Planes usual = exporter.usual();
    for (const Graph& graph : exporter.variants())
        for (const int others : {0, usual.needed})
            if (Status s = add(graph, {usual.needed, std::vector<int>(optional, others)}); !s)
                return s.error();
    std::vector<HostSource> list;
    for (auto& [text, source] : all) list.push_back(std::move(source));
    return list;
}

std::vector<std::string> fixed_parameters(const PluginDescription& plugin, const Library& library) {
    const Exporter exporter{plugin, library, processor_levels().front()};
    std::vector<std::string> names;
    for (std::size_t i = 0; i < plugin.parameters.size(); ++i) {
        const ParameterDescription& p = plugin.parameters[i];
        if (exporter.reaches(i) || Exporter::is_listed(p)) continue;
        for (const double value : {p.display_minimum, p.display_maximum}) {
            const std::optional<Graph> graph = exporter.with(p, value);
            if (!graph || !exporter.shows(*graph)) continue;
            names.push_back(p.name);
            break;
        }
    }
    return names;
}

}  // namespace weft::openfx

// What a plug-in is to a host, as values: made from graphs (catalogue.h), printed by describe.h.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/parameter.h"
#include "graph/graph.h"
#include "graph/library.h"
#include "graph/parameter_types.h"

namespace weft::openfx {

/// A parameter of the plug-in: one control of the graph.
struct ParameterDescription {
    std::string name;     ///< to the host; stable for ever
    std::string control;  ///< of the graph
    std::string label, hint;
    ValueForm form = ValueForm::kNumber;
    double minimum = 0, maximum = 1, display_minimum = 0, display_maximum = 1;
    double value = 0;                  ///< by default: a number, 0 or 1, or the place of a choice
    std::vector<std::string> choices;  ///< of kNamed, in an order that only grows
    std::string text;                  ///< of what is_text(): the default as --set takes it
    ParameterUnit unit = ParameterUnit::eNone;  ///< lengths shrink with the render scale

    /// Numbers alone can be animated and go through a range.
    bool is_number() const { return form == ValueForm::kNumber || form == ValueForm::kWhole; }
    /// Hosts have no lists: they hold them as texts.
    bool is_text() const { return form == ValueForm::kNumberList || form == ValueForm::kText; }
};

/// A picture that the plug-in takes: an input of the graph, one that it needs or an optional one.
struct ClipDescription {
    std::string name;   ///< to the host
    std::string input;  ///< of the graph
    bool optional = false;
    bool one_plane = false;  ///< read by its alpha, or by the only plane it has
};

/// What the output has where the inputs have four, three and one planes; 0 where the effect takes
/// no such pictures.
struct OutputPlanes {
    int of_rgba = 0, of_rgb = 0, of_alpha = 0;
    friend bool operator==(const OutputPlanes&, const OutputPlanes&) = default;
};

/// Of those parameters that change how far nodes read, closed ranges of values (openfx/reach.h).
struct Reach {
    struct Range {
        std::size_t parameter;  ///< its place in the description
        double lowest, highest;
    };
    std::vector<Range> ranges;
    /// Of moving averages: how far apart they restart, the same throughout.
    std::vector<std::pair<NodeId, int>> restarts;
};

struct PluginDescription {
    std::string identifier, label, summary;
    Graph graph;
    /// Of a document that brings functors: those, and Weft's. Null: Weft's own.
    std::shared_ptr<const Library> library;
    std::vector<std::string> contexts;
    std::vector<ClipDescription> clips;  ///< the needed ones, in the order of the graph's inputs
    std::vector<ParameterDescription> parameters;
    OutputPlanes planes;
    /// The parameter, by its place, that goes from the first clip alone at 0 to the second at 1, of
    /// a plug-in with two clips; -1 where none does.
    int transition = -1;
    /// What kernels were compiled ahead of time for; empty where there is a compiler.
    std::vector<Reach> reaches;
    bool cuda = false;       ///< renders where the host's pictures lie on a GPU, too
    bool tiles = true;       ///< false: any part of the result needs whole inputs
    bool pointwise = false;  ///< the result depends on the same pixel alone (openfx/pointwise.h)
    /// The parameters, by their places, that are the result's width and height in pixels, of a
    /// plug-in that needs no picture; -1 where none is.
    int width = -1, height = -1;

    bool has_context(const std::string& context) const;
    /// What the host calls a clip or a parameter, by its place: a transition's have names of their
    /// own.
    std::string clip_name(std::size_t clip, const std::string& context) const;
    std::string parameter_name(std::size_t parameter, const std::string& context) const;
};

/// "gaussian-blur" as "Gaussian Blur".
std::string title_of(const std::string& name);

}  // namespace weft::openfx

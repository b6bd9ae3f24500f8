// Which graphs a host can use, and under which contexts.
#include "openfx/plugin_of.h"

#include <algorithm>
#include <iterator>

#include "effects/with_mix.h"
#include "graph/descriptor.h"
#include "graph/regions.h"
#include "openfx/names.h"
#include "openfx/parameters.h"
#include "openfx/pointwise.h"
#include "openfx/shown_input.h"

namespace weft::openfx {
namespace {

/// What shapes are inferred from where no picture is there yet.
constexpr Rect kAnyDomain{0, 0, 256, 256};

/// Planes of the output; 0 where pictures of so many planes are refused.
int planes_for(const Graph& graph, const Library& library, int planes) {
    const auto shapes =
        infer_shapes(graph, library, usual_input_shapes(graph, library, kAnyDomain, planes));
    if (!shapes) return 0;
    const ImageShape& output = shapes->at(graph.outputs.front().image);
    return is_colour(output.planes) && !output.domain.empty() ? output.planes : 0;
}

bool reads_everything(const Graph& graph, const Library& library) {
    return std::any_of(graph.nodes.begin(), graph.nodes.end(), [&](const Node& node) {
        const FunctorDescriptor d = describe(*library.find(node.functor));
        return d.dependence == eReduction ||
               std::any_of(d.inputs.begin(), d.inputs.end(),
                           [](const IndexerDescriptor& i) { return i.freedom == eRandom; });
    });
}

/// "Source" where there is but one, else as the graph calls it.
std::vector<ClipDescription> clips_of(const Graph& graph, const Library& library) {
    const std::vector<ImageShape> shapes = usual_input_shapes(graph, library, kAnyDomain, 4);
    std::vector<ClipDescription> clips;
    for (std::size_t i = 0; i < graph.inputs.size(); ++i) {
        const std::string& name = graph.inputs[i].name;
        clips.push_back({graph.inputs.size() == 1 ? clip_name::kSource : title_of(name), name,
                         false, shapes[i].planes == 1});
    }
    for (const OptionalInput& input : graph.optional_inputs)
        clips.push_back({title_of(input.name), input.name, true, false});
    return clips;
}

/// With a mix and a mask, unless it has them or moves the picture.
Graph mixed(const Graph& graph, const Library& library) {
    if (graph.inputs.size() != 1 || graph.outputs.size() != 1 || !graph.optional_inputs.empty() ||
        has_own_shape(graph, library, graph.outputs.front().image) ||
        planes_for(graph, library, 4) != 4)
        return graph;
    const bool taken = std::any_of(graph.controls.begin(), graph.controls.end(), [](const auto& c) {
        return c.name == "mix" || c.name == "mask" || c.name == "invert";
    });
    if (taken) return graph;
    const Result<Graph> with = with_mix(graph, library);
    return with ? *with : graph;
}

/// The place of the parameter that goes from one of two pictures to the other, or -1.
int transition_of(const Graph& graph, const Library& library,
                  const std::vector<ParameterDescription>& parameters) {
    if (graph.inputs.size() != 2 || is_animated(graph)) return -1;
    const auto shows = [&](const ParameterDescription& p, double value, int input) {
        Graph end = graph;
        if (!set_parameter(end, library, p.control, text_of(p, value))) return false;
        const auto shapes =
            infer_shapes(end, library, usual_input_shapes(end, library, kAnyDomain, 4));
        return shapes && shown_input(end, library, *shapes) == input;
    };
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const ParameterDescription& p = parameters[i];
        if (p.form == ValueForm::kNumber && p.minimum == 0 && p.maximum == 1 && shows(p, 0, 0) &&
            shows(p, 1, 1))
            return static_cast<int>(i);
    }
    return -1;
}

/// The place of the parameter that is a side of the result in pixels, where nothing is needed; or
/// -1.
int size_of(const Graph& graph, const Library& library,
            const std::vector<ParameterDescription>& parameters, int (Rect::*side)() const) {
    if (!graph.inputs.empty() || is_animated(graph)) return -1;
    const auto is_side = [&](const ParameterDescription& p, double pixels) {
        Graph sized = graph;
        if (!set_parameter(sized, library, p.control, text_of(p, pixels))) return false;
        const auto shapes = infer_shapes(sized, library, {});
        return shapes && (shapes->at(sized.outputs.front().image).domain.*side)() == pixels;
    };
    for (std::size_t i = 0; i < parameters.size(); ++i)
        if (parameters[i].unit != ParameterUnit::eNone && is_side(parameters[i], 97) &&
            is_side(parameters[i], 101))
            return static_cast<int>(i);
    return -1;
}

}  // namespace

bool is_colour(int planes) { return planes == 1 || planes == 3 || planes == 4; }

std::optional<PluginDescription> plugin_of(const Graph& graph, const std::string& identifier,
                                           const std::string& label, const std::string& summary,
                                           const Library& library) {
    if (graph.outputs.size() != 1) return std::nullopt;
    PluginDescription plugin;
    plugin.graph = mixed(graph, library);
    if (!summary.empty()) plugin.graph.summary = summary;  // exported documents carry it
    plugin.planes = {planes_for(plugin.graph, library, 4), planes_for(plugin.graph, library, 3),
                     planes_for(plugin.graph, library, 1)};
    if (plugin.planes == OutputPlanes{}) return std::nullopt;
    plugin.identifier = identifier;
    plugin.label = label;
    plugin.summary = summary;
    plugin.clips = clips_of(plugin.graph, library);
    plugin.parameters = parameters_of_graph(plugin.graph, library);
    plugin.transition = transition_of(plugin.graph, library, plugin.parameters);
    plugin.tiles = !reads_everything(plugin.graph, library);
    plugin.pointwise = is_pointwise(plugin.graph, library);
    plugin.width = size_of(plugin.graph, library, plugin.parameters, &Rect::width);
    plugin.height = size_of(plugin.graph, library, plugin.parameters, &Rect::height);
    const std::size_t needed = plugin.graph.inputs.size();
    // A filter's output has what its source has.
    const OutputPlanes& p = plugin.planes;
    const bool keeps = (p.of_rgba == 0 || p.of_rgba == 4) && (p.of_rgb == 0 || p.of_rgb == 3) &&
                       (p.of_alpha == 0 || p.of_alpha == 1);
    if (needed == 1 && keeps) plugin.contexts.push_back(context::kFilter);
    if (needed == 0) plugin.contexts.push_back(context::kGenerator);
    if (plugin.transition >= 0) plugin.contexts.push_back(context::kTransition);
    plugin.contexts.push_back(context::kGeneral);
    return plugin;
}

}  // namespace weft::openfx

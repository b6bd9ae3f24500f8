// Which graphs a host can use, and under which contexts.
#include "openfx/catalogue.h"

#include <algorithm>
#include <iterator>

#include "effects/builtin.h"
#include "effects/with_mix.h"
#include "graph/descriptor.h"
#include "graph/regions.h"
#include "openfx/names.h"
#include "openfx/parameters.h"
#include "plan/functor_text.h"

namespace weft::openfx {
namespace {

// Hosts save identifiers in projects: names may be added to these lists, and never leave.

/// Effects that artists use; the others are measures of speed, or say what cameras and computer
/// vision need.
constexpr const char* kEffects[] = {
    "box-blur",         "defocus",
    "degrain",          "diffusion",
    "directional-blur", "equalise",
    "erode-dilate",     "gaussian-blur",
    "gaussian-boxes",   "glow",
    "interpolate",      "local-laplacian",
    "median",           "night",
    "nl-means",         "normalise",
    "pyramid-blend",    "recursive-gaussian",
    "sharpen",          "unsharp",
};

/// Functors that are effects by themselves; the others are parts of some.
constexpr const char* kFunctors[] = {
    "Checkerboard",
    "Clamp",
    "ColourDifferenceKeyer",
    "ColourMatrix",
    "Constant",
    "Contrast",
    "CornerPin",
    "Crop",
    "Curves",
    "Despill",
    "Difference",
    "DifferenceKeyer",
    "Displace",
    "EdgeDetect",
    "Exposure",
    "Gain",
    "GainOffsetGamma",
    "Grade",
    "Grain",
    "HueRotation",
    "Invert",
    "KeyMix",
    "Laplacian",
    "LensDistortion",
    "LumaKeyer",
    "Luminance",
    "Merge",
    "Mirror",
    "Mix",
    "Noise",
    "Posterise",
    "Power",
    "Premultiply",
    "Product",
    "Ramp",
    "Resample",
    "Saturation",
    "Scotopic",
    "Shuffle",
    "Sum",
    "Tile",
    "TransferCurve",
    "Transform",
    "Unpremultiply",
    "Vignette",
    "ZoomBlur",
};

/// What shapes are inferred from where no picture is there yet.
constexpr Rect kAnyDomain{0, 0, 256, 256};

bool is_colour(int planes) { return planes == 1 || planes == 3 || planes == 4; }

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

/// The place of the control that mixes the graph's first input with its output, or -1.
int fade_of(const Graph& graph, const std::vector<ParameterDescription>& parameters) {
    if (graph.inputs.empty()) return -1;
    const Node* last = graph.find(graph.outputs.front().image.node);
    if (last == nullptr || last->functor != "FilterMix" || !last->inputs.front().is_graph_input() ||
        last->inputs.front().output != 0)
        return -1;
    const std::pair<NodeId, std::string> mix{last->id, "mix"};
    for (std::size_t i = 0; i < parameters.size(); ++i)
        for (const Control& control : graph.controls)
            if (control.name == parameters[i].control && control.targets == std::vector{mix})
                return static_cast<int>(i);
    return -1;
}

/// "ZoomBlur" as "zoom-blur".
std::string kebab(const std::string& name) {
    std::string words;
    for (const char c : name) {
        const bool capital = c >= 'A' && c <= 'Z';
        if (capital && !words.empty()) words += '-';
        words += capital ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return words;
}

}  // namespace

std::optional<PluginDescription> plugin_of(const Graph& graph, const std::string& identifier,
                                           const std::string& label, const std::string& summary,
                                           const Library& library) {
    if (graph.outputs.size() != 1) return std::nullopt;
    PluginDescription plugin;
    plugin.graph = mixed(graph, library);
    plugin.planes = {planes_for(plugin.graph, library, 4), planes_for(plugin.graph, library, 3),
                     planes_for(plugin.graph, library, 1)};
    if (plugin.planes == OutputPlanes{}) return std::nullopt;
    plugin.identifier = identifier;
    plugin.label = label;
    plugin.summary = summary;
    plugin.clips = clips_of(plugin.graph, library);
    plugin.parameters = parameters_of_graph(plugin.graph, library);
    plugin.fade = fade_of(plugin.graph, plugin.parameters);
    plugin.tiles = !reads_everything(plugin.graph, library);
    const std::size_t needed = plugin.graph.inputs.size();
    // A filter's output has what its source has.
    const OutputPlanes& p = plugin.planes;
    const bool keeps = (p.of_rgba == 0 || p.of_rgba == 4) && (p.of_rgb == 0 || p.of_rgb == 3) &&
                       (p.of_alpha == 0 || p.of_alpha == 1);
    if (needed == 1 && keeps) plugin.contexts.push_back(context::kFilter);
    if (needed == 0) plugin.contexts.push_back(context::kGenerator);
    plugin.contexts.push_back(context::kGeneral);
    return plugin;
}

std::vector<PluginDescription> catalogue(const Library& library) {
    std::vector<PluginDescription> all;
    for (const char* name : kEffects) {
        const Effect* effect = find_effect(name);
        if (effect == nullptr) continue;
        if (auto plugin = plugin_of(effect->build(), "weft." + effect->name, title_of(effect->name),
                                    effect->summary, library))
            all.push_back(*std::move(plugin));
    }
    for (const char* functor : kFunctors) {
        const FunctorType* type = library.find(functor);
        if (type == nullptr) continue;
        const std::string name = kebab(functor);
        if (auto plugin = plugin_of(graph_of(*type), "weft." + name, title_of(name),
                                    functor_text(library, functor), library))
            all.push_back(*std::move(plugin));
    }
    return all;
}

}  // namespace weft::openfx

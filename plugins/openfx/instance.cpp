// What the host knows of an instance, asked for when it is needed.
#include "openfx/instance.h"

#include <algorithm>
#include <cmath>

#include "graph/choose_inputs.h"
#include "graph/descriptor.h"
#include "graph/scaled.h"
#include "openfx/fields.h"
#include "openfx/host_values.h"
#include "openfx/names.h"
#include "openfx/parameters.h"
#include "openfx/plain_words.h"
#include "openfx/reach.h"

namespace weft::openfx {
namespace {

PropertySetHandle properties_of(const Suites& suites, EffectHandle effect) {
    PropertySetHandle properties = nullptr;
    if (suites.effects->get_property_set(effect, &properties) != kOk) return nullptr;
    return properties;
}

ClipHandle clip_of(const Suites& suites, EffectHandle effect, const std::string& name) {
    ClipHandle clip = nullptr;
    if (suites.effects->clip_get_handle(effect, name.c_str(), &clip, nullptr) != kOk)
        return nullptr;
    return clip;
}

/// Width of the output's pixels over their height.
double aspect_of(const Instance& instance, const Properties& effect) {
    PropertySetHandle output = nullptr;
    std::optional<double> aspect;
    if (instance.suites.effects->clip_get_property_set(instance.output, &output) == kOk)
        aspect = Properties(instance.suites, output).number(prop::kImagePixelAspectRatio);
    if (!aspect) aspect = effect.number(prop::kPixelAspectRatio);
    return aspect && *aspect > 0 ? *aspect : 1;
}

Error untold() {
    return {ErrorKind::kInternal, "the application did not tell a parameter's value; try again"};
}

/// The frame whose keyframes count: of fields, which have times between two, the first.
int frame_at(Time time) {
    constexpr double kFarthest = 1 << 30, kRounding = 1e-6;
    return static_cast<int>(std::floor(std::clamp(time + kRounding, -kFarthest, kFarthest)));
}

/// Sets the parameters that the user changed: so one that sets what others set too, as one for both
/// axes, counts unless they were changed, and curves go on until something else is wanted.
Status set_values(Graph& graph, const Library& library, const PluginDescription& plugin,
                  const std::vector<HostValue>& values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
        const ParameterDescription& p = plugin.parameters[i];
        const std::string text = text_of(p, values[i]);
        if (text == text_of(p, default_value(p))) continue;
        if (Status s = set_parameter(graph, library, p.control, text); !s) return s;
    }
    return {};
}

/// The graph with those values of `full` that no control sets, and its restarts.
Graph with_hidden_of(const Graph& full, Graph graph, const Library& library) {
    for (Node& node : graph.nodes) {
        const Node& kept = *full.find(node.id);
        node.restart_period = kept.restart_period;
        const FunctorDescriptor functor = describe(*library.find(node.functor));
        for (std::size_t i = 0; i < node.parameters.size(); ++i) {
            const std::pair<NodeId, std::string> target{node.id, functor.parameters[i].ref.name};
            const bool shown = std::any_of(
                graph.controls.begin(), graph.controls.end(), [&](const Control& control) {
                    return std::find(control.targets.begin(), control.targets.end(), target) !=
                           control.targets.end();
                });
            if (!shown) node.parameters[i] = kept.parameters[i];
        }
    }
    return graph;
}

/// Nothing where there is none, or it has no end.
std::optional<CanonicalRect> region_of_first_picture(const Instance& instance,
                                                     const Properties& arguments) {
    CanonicalRect region{};
    if (instance.clips.empty() || instance.clips.front() == nullptr ||
        instance.suites.effects->clip_get_region_of_definition(
            instance.clips.front(), arguments.number(prop::kTime).value_or(0), &region) != kOk ||
        !is_finite(region))
        return std::nullopt;
    return region;
}

}  // namespace

std::unique_ptr<Instance> make_instance(const PluginDescription& plugin, const Suites& suites,
                                        Shared& shared, EffectHandle effect) {
    const PropertySetHandle handle = properties_of(suites, effect);
    if (handle == nullptr) return nullptr;
    const std::string context =
        Properties(suites, handle).text(prop::kContext).value_or(context::kGeneral);
    std::unique_ptr<Instance> instance(
        new Instance{plugin, suites, shared, effect, context, {}, nullptr, {}});
    instance->output = clip_of(suites, effect, clip_name::kOutput);
    if (instance->output == nullptr) return nullptr;
    for (std::size_t i = 0; i < plugin.clips.size(); ++i) {
        const bool defined = !plugin.clips[i].optional || context == context::kGeneral;
        instance->clips.push_back(defined ? clip_of(suites, effect, plugin.clip_name(i, context))
                                          : nullptr);
        if (defined && instance->clips.back() == nullptr) return nullptr;
    }
    ParamSetHandle parameters = nullptr;
    if (suites.effects->get_param_set(effect, &parameters) != kOk) return nullptr;
    for (std::size_t i = 0; i < plugin.parameters.size(); ++i) {
        ParamHandle found = nullptr;
        const std::string name = plugin.parameter_name(i, context);
        const Reply s = suites.parameters->get_handle(parameters, name.c_str(), &found, nullptr);
        if (is_lack(s)) found = nullptr;
        if (!is_lack(s) && (s != kOk || found == nullptr)) return nullptr;
        instance->parameters.push_back(found);
    }
    return instance;
}

const Library& library_of(const Instance& instance) {
    return instance.plugin.library ? *instance.plugin.library : instance.shared.library;
}

Result<Graph> graph_at(const Instance& instance, Time time, const PixelScale& scale,
                       const std::vector<bool>& given) {
    const auto values = values_at(instance, time);
    if (!values) return untold();
    const PluginDescription& plugin = instance.plugin;
    const Library& library = library_of(instance);
    Graph full = plugin.graph;
    if (Status s = set_values(full, library, plugin, *values); !s) return s.error();
    Result<Graph> graph = scaled(full, library, scale);
    if (graph) graph = at_frame(*graph, library, frame_at(time));
    if (!graph) return graph;
    if (!plugin.reaches.empty()) {
        graph = with_hidden_of(full, *std::move(graph), library);
        const Result<const Reach*> reach = reach_for(plugin, library, *graph);
        if (!reach) return reach.error();
        graph = restarted(*std::move(graph), **reach);
    }
    std::vector<std::string> names;
    for (std::size_t i = 0; i < plugin.clips.size(); ++i)
        if (plugin.clips[i].optional && given[i]) names.push_back(plugin.clips[i].input);
    return with_inputs(*graph, library, names);
}

Result<std::vector<Graph>> range_of(const Instance& instance, const Graph& graph) {
    const PluginDescription& plugin = instance.plugin;
    if (plugin.reaches.empty()) return std::vector<Graph>{};
    const Library& library = library_of(instance);
    const Result<const Reach*> reach = reach_for(plugin, library, graph);
    if (!reach) return reach.error();
    return graphs_across(**reach, plugin, library, graph);
}

Geometry geometry_of(const Instance& instance, const Properties& arguments, Field field) {
    Geometry geometry;
    if (const auto scale = arguments.pair(prop::kRenderScale))
        if ((*scale)[0] > 0 && (*scale)[1] > 0) geometry.scale = {(*scale)[0], (*scale)[1]};
    const PropertySetHandle handle = properties_of(instance.suites, instance.effect);
    if (handle != nullptr)
        geometry.scale.x /= aspect_of(instance, Properties(instance.suites, handle));
    // Some hosts, as MLT, do not tell the project's size.
    const auto project = project_of(instance);
    const auto shown = project ? project : region_of_first_picture(instance, arguments);
    const PixelRect pixels =
        rows_of(nearest_pixels(shown.value_or(CanonicalRect{}), geometry.scale), field);
    geometry.top = pixels.y2;
    if (project) geometry.left = pixels.x1;
    if (project) geometry.frame = geometry.to_weft(pixels);
    if (field != Field::kNone) geometry.scale.y /= 2;
    return geometry;
}

std::vector<bool> connected_clips(const Instance& instance) {
    std::vector<bool> connected;
    for (std::size_t i = 0; i < instance.clips.size(); ++i) {
        PropertySetHandle clip = nullptr;
        const bool known =
            instance.clips[i] != nullptr &&
            instance.suites.effects->clip_get_property_set(instance.clips[i], &clip) == kOk;
        const bool is = known && Properties(instance.suites, clip).whole(prop::kConnected) == 1;
        connected.push_back(is || !instance.plugin.clips[i].optional);
    }
    return connected;
}

void report(const Instance& instance, const std::string& message) {
    instance.messages.show_error(
        instance.plugin.label + ": " +
        in_plain_words(message, instance.plugin, library_of(instance), instance.context));
}

}  // namespace weft::openfx

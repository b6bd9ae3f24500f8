// Answers from the graph's own inference, with the shapes that the host's clips have.
#include "openfx/region_queries.h"

#include <map>

#include "graph/regions.h"
#include "openfx/fields.h"
#include "openfx/fitted.h"
#include "openfx/host_image.h"
#include "openfx/names.h"
#include "openfx/parameters.h"
#include "openfx/shown_input.h"

namespace weft::openfx {
namespace {

PropertySetHandle properties_of(const Instance& instance, ClipHandle clip) {
    PropertySetHandle found = nullptr;
    if (clip == nullptr || instance.suites.effects->clip_get_property_set(clip, &found) != kOk)
        return nullptr;
    return found;
}

/// 0 where the host does not say.
int planes_said_of(const Instance& instance, ClipHandle clip) {
    const PropertySetHandle properties = properties_of(instance, clip);
    if (properties == nullptr) return 0;
    const auto components = Properties(instance.suites, properties).text(prop::kComponents);
    return components ? planes_of_components(*components) : 0;
}

int planes_of_clip(const Instance& instance, std::size_t i) {
    if (instance.plugin.clips[i].one_plane) return 1;
    const int planes = planes_said_of(instance, instance.clips[i]);
    return planes > 0 ? planes : 4;
}

/// A graph, and the shapes of the pictures in it.
struct Scene {
    Graph graph;
    std::vector<std::size_t> clips;  ///< of the graph's inputs, in order
    std::map<ImageId, ImageShape> shapes;
};

/// Where the clip has pixels: nowhere, an empty rectangle, where the host has no picture; the frame
/// where its picture has no end. Nothing where that is needed, and there is no frame.
std::optional<Rect> defined_by(const Instance& instance, ClipHandle clip, Time time,
                               const Geometry& geometry) {
    CanonicalRect region{};
    if (instance.suites.effects->clip_get_region_of_definition(clip, time, &region) != kOk)
        region = {};
    const PixelRect pixels = is_finite(region) ? to_pixels(region, geometry) : PixelRect{};
    const bool ends = is_finite(region) && !is_endless(pixels);
    if (ends && !is_empty(pixels)) return geometry.to_weft(pixels);
    if (geometry.frame.empty()) return std::nullopt;
    return ends ? Rect{} : geometry.frame;
}

/// Nothing where it is not known where a clip has pixels, or the shapes do not fit the graph.
std::optional<Scene> scene_of(const Instance& instance, Time time, const Geometry& geometry) {
    const std::vector<bool> connected = connected_clips(instance);
    Result<Graph> graph = graph_at(instance, time, geometry.scale, connected);
    if (!graph) return std::nullopt;
    Scene scene{*std::move(graph), {}, {}};
    std::vector<ImageShape> inputs;
    for (std::size_t i = 0; i < connected.size(); ++i) {
        if (!connected[i]) continue;
        const auto defined = defined_by(instance, instance.clips[i], time, geometry);
        if (!defined) return std::nullopt;
        inputs.push_back(shape_in(geometry, *defined, planes_of_clip(instance, i)));
        scene.clips.push_back(i);
    }
    const Library& library = library_of(instance);
    auto shapes = infer_shapes(scene.graph, library, inputs);
    if (!shapes) return std::nullopt;
    // As it is rendered into the components that the output says it has.
    const int wanted = planes_said_of(instance, instance.output);
    if (shapes->at(scene.graph.outputs.front().image).planes < wanted)
        if (Result<Graph> larger = fitted(scene.graph, library, *shapes, wanted)) {
            scene.graph = *std::move(larger);
            shapes = infer_shapes(scene.graph, library, inputs);
            if (!shapes) return std::nullopt;
        }
    scene.shapes = *std::move(shapes);
    return scene;
}

/// Nothing where they follow from the context, or from no graph.
std::optional<std::string> output_components(const Instance& instance) {
    if (instance.context == context::kFilter) return std::nullopt;
    const auto graph =
        graph_at(instance, 0, {}, std::vector<bool>(instance.plugin.clips.size(), false));
    if (!graph) return std::nullopt;
    std::vector<ImageShape> inputs;
    for (std::size_t i = 0; i < graph->inputs.size(); ++i)
        inputs.push_back({{0, 0, 256, 256}, planes_of_clip(instance, i)});
    const auto shapes = infer_shapes(*graph, library_of(instance), inputs);
    if (!shapes) return std::nullopt;
    return components_of_planes(shapes->at(graph->outputs.front().image).planes);
}

}  // namespace

Reply region_of_definition(const Instance& instance, const Properties& in, Properties& out) {
    const auto time = in.number(prop::kTime);
    if (!time) return kFailed;
    const Geometry geometry = geometry_of(instance, in);
    const auto scene = scene_of(instance, *time, geometry);
    if (!scene) return kReplyDefault;
    const Rect defined = scene->shapes.at(scene->graph.outputs.front().image).data_window;
    out.set(prop::kRegionOfDefinition, to_canonical(geometry.to_pixels(defined), geometry));
    return out.status();
}

Reply regions_of_interest(const Instance& instance, const Properties& in, Properties& out) {
    const auto time = in.number(prop::kTime);
    const auto wanted = in.canonical(prop::kRegionOfInterest);
    if (!time || !wanted) return kFailed;
    // Which field will be rendered is not said here; both need as much.
    const Geometry geometry =
        geometry_of(instance, in, has_fields(instance) ? Field::kLower : Field::kNone);
    const auto scene = scene_of(instance, *time, geometry);
    if (!scene) return kReplyDefault;
    const Rect made = scene->shapes.at(scene->graph.outputs.front().image).data_window;
    const Rect region = intersect(geometry.to_weft(to_pixels(*wanted, geometry)), made);
    if (region.empty()) return kReplyDefault;
    const auto regions = infer_regions(scene->graph, library_of(instance), scene->shapes, {region});
    if (!regions) return kFailed;
    for (std::size_t i = 0; i < scene->clips.size(); ++i) {
        const ImageId input{NodeId{}, static_cast<int>(i)};
        const auto found = regions->find(input);
        if (found == regions->end()) continue;
        const Rect pixels = intersect(found->second, scene->shapes.at(input).data_window);
        if (pixels.empty()) continue;  // nothing of it shows: what the host takes will do
        const std::string name =
            prop::kClipRoiPrefix + instance.plugin.clip_name(scene->clips[i], instance.context);
        out.set(name.c_str(), to_canonical(geometry.to_pixels(pixels), geometry));
    }
    return out.status();
}

Reply is_identity(const Instance& instance, const Properties& in, Properties& out) {
    const auto time = in.number(prop::kTime);
    if (!time) return kReplyDefault;
    const auto scene = scene_of(instance, *time,
                                geometry_of(instance, in, fields_to_render(instance, in).front()));
    if (!scene) return kReplyDefault;
    const auto shown = shown_input(scene->graph, library_of(instance), scene->shapes);
    if (!shown) return kReplyDefault;
    const std::size_t clip = scene->clips[static_cast<std::size_t>(*shown)];
    if (instance.plugin.clips[clip].one_plane) return kReplyDefault;  // the clip may have more
    CanonicalRect region{};
    if (instance.suites.effects->clip_get_region_of_definition(instance.clips[clip], *time,
                                                               &region) != kOk)
        return kReplyDefault;  // there is none to pass on
    out.set(prop::kName, instance.plugin.clip_name(clip, instance.context));
    out.set(prop::kTime, *time);
    return out.status();
}

Reply frames_needed(const Instance& instance, const Properties& in, Properties& out) {
    const auto time = in.number(prop::kTime);
    if (!time) return kFailed;
    for (std::size_t i = 0; i < instance.clips.size(); ++i) {
        if (instance.clips[i] == nullptr) continue;
        const std::string name =
            prop::kFrameRangePrefix + instance.plugin.clip_name(i, instance.context);
        out.set(name.c_str(), *time, 0);
        out.set(name.c_str(), *time, 1);
    }
    return out.status();
}

Reply clip_preferences(const Instance& instance, Properties& out) {
    const bool varies = is_animated(instance.plugin.graph);
    if (varies) out.offer(prop::kFrameVarying, 1);
    const auto components = output_components(instance);
    if (components)
        out.set((std::string(prop::kClipComponentsPrefix) + clip_name::kOutput).c_str(),
                *components);
    return varies || components ? out.status() : kReplyDefault;
}

}  // namespace weft::openfx

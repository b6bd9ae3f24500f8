#include "hosts/scene.h"

#include <stdexcept>

#include "effects/builtin.h"
#include "engine/engine.h"
#include "runtime/convert.h"

namespace weft::openfx::test {
namespace {

template <class T>
T checked(Result<T> result) {
    if (!result) throw std::runtime_error(result.error().message);
    return *std::move(result);
}

/// One for all tests of the program, with the compiler that lies in the bundle.
Engine& compiling_engine() {
    static Engine made([] {
        EngineOptions options;
        options.compiler.worker = WEFT_TEST_WORKER;
        return options;
    }());
    return made;
}

Result<std::unique_ptr<Prepared>> prepare(const PrepareRequest& request,
                                          const std::string& device) {
    return device == "reference" ? prepare_reference(request) : compiling_engine().prepare(request);
}

}  // namespace

Graph graph_named(const std::string& name, const Settings& settings) {
    const Library library = builtin_library();
    const Effect* effect = find_effect(name);
    Graph graph = effect != nullptr ? effect->build() : graph_of(*library.find(name));
    for (const auto& [control, value] : settings)
        if (auto s = set_parameter(graph, library, control, value); !s)
            throw std::runtime_error(s.error().message);
    return graph;
}

HostPicture expected(const Graph& graph, const std::vector<const HostPicture*>& inputs,
                     const HostPicture& like, const PixelRect& project, const std::string& device) {
    const Library library = builtin_library();
    const int top = project.y2, left = project.x1;
    const Rect frame{0, 0, project.x2 - left, top - project.y1};
    std::vector<Picture> pictures;
    std::vector<ImageShape> shapes;
    for (const HostPicture* input : inputs) {
        const PictureView pixels = input->view(top, left);
        shapes.push_back({hull(frame, pixels.domain), pixels.planes, frame, pixels.domain});
        pictures.emplace_back(shapes.back().domain, pixels.planes);
        load_region(pixels, pixels.domain, pictures.back());
    }
    std::vector<PictureView> views;
    for (const Picture& picture : pictures) views.push_back(picture.view());
    HostPicture result(like.domain(), like.kind());
    const ImageShape made =
        checked(infer_shapes(graph, library, shapes)).at(graph.outputs.front().image);
    const Rect region = intersect(made.domain, result.view(top, left).domain);
    if (region.empty()) return result;
    Picture output(region, like.kind().planes);
    const auto prepared = checked(prepare({graph, library, shapes, {region}}, device));
    if (auto s = prepared->run(views, {output.view()}, {}); !s)
        throw std::runtime_error(s.error().message);
    store_region(result.view(top, left), region, output);
    return result;
}

Scene::Scene(const LoadedBundle& bundle, MiniHost& host, const std::string& identifier,
             const std::string& context, double width, double height)
    : plugin(*bundle.plugin(identifier), host) {
    if (plugin.load() != kOk) throw std::runtime_error(identifier + " does not load");
    instance = plugin.create(context, width, height);
    if (instance == nullptr) throw std::runtime_error(identifier + " makes no instance");
}

Scene::Scene(const LoadedBundle& bundle, MiniHost& host, const std::string& identifier,
             const std::string& context, const PixelRect& project)
    : Scene(bundle, host, identifier, context, project.x2 - project.x1, project.y2 - project.y1) {
    instance->properties.put(prop::kProjectOffset,
                             {static_cast<double>(project.x1), static_cast<double>(project.y1)});
}

Scene::~Scene() { plugin.destroy(*instance); }

void Scene::connect(const std::string& name, const HostPicture& picture) {
    HostClip* const clip = instance->clip(name);
    if (clip == nullptr) throw std::runtime_error("no clip " + name);
    clip->picture = &picture;
    clip->properties.put(prop::kConnected, {1});
    clip->properties.put(prop::kComponents, {std::string(components_name(picture.kind().planes))});
}

void Scene::set(const std::string& name, std::variant<double, int, std::string> value) {
    HostParam* const param = instance->param(name);
    if (param == nullptr || param->value.index() != value.index())
        throw std::runtime_error("no parameter " + name + " of that type");
    param->value = std::move(value);
}

void Scene::set_aspect(double aspect) {
    instance->properties.put(prop::kPixelAspectRatio, {aspect});
    for (const auto& clip : instance->clips)
        clip->properties.put(prop::kImagePixelAspectRatio, {aspect});
}

Reply Scene::render(const HostPicture& output) {
    connect(clip_name::kOutput, output);
    return render(output.domain());
}

}  // namespace weft::openfx::test

// weft-host-bench: how long a plug-in takes inside a host, against the same effect run by itself
// over the same interleaved pixels, and over planes.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <stdexcept>

#include "cli/contender.h"
#include "effects/builtin.h"
#include "engine/engine.h"
#include "hosts/scene.h"
#include "openfx/catalogue.h"

namespace weft::openfx::test {
namespace {

constexpr int kWidth = 1920, kHeight = 1080;

template <class T>
T checked(Result<T> result) {
    if (!result) throw std::runtime_error(result.error().message);
    return *std::move(result);
}

/// The effect by itself.
struct Alone {
    std::unique_ptr<Prepared> prepared;
    std::vector<PictureView> inputs, outputs;
    Status run() const { return prepared->run(inputs, outputs, {}); }
};

Alone alone(Engine& engine, const Graph& graph, const std::vector<PictureView>& inputs,
            const PictureView& output, bool planar) {
    const Library library = builtin_library();
    std::vector<ImageShape> shapes;
    for (const PictureView& view : inputs) shapes.push_back({view.domain, view.planes});
    PrepareRequest request{graph, library, shapes, {}};
    request.regions = {output.domain};
    request.planar_inputs.assign(inputs.size(), planar);
    request.planar_outputs = {planar};
    return {checked(engine.prepare(request)), inputs, {output}};
}

Graph graph_of_plugin(const std::string& identifier) {
    for (const PluginDescription& plugin : catalogue(builtin_library()))
        if (plugin.identifier == identifier) return plugin.graph;
    throw std::runtime_error("no plug-in " + identifier + "; they are named as weft.grade is");
}

void bench(const std::string& identifier, int rounds) {
    const PixelRect frame{0, 0, kWidth, kHeight};
    HostPicture input(frame, {}), output(frame, {}), beside(frame, {});
    input.fill(1);
    const Picture planes = input.picture(kHeight);
    Picture result(planes.domain(), planes.planes());

    const LoadedBundle bundle(bundle_path());
    MiniHost host;
    bundle.set_host(host.host());
    Scene scene(bundle, host, identifier, "OfxImageEffectContextFilter", kWidth, kHeight);
    scene.connect(clip_name::kSource, input);

    EngineOptions options;
    options.threads = static_cast<int>(host.manners().cpus);
    options.compiler.worker = WEFT_TEST_WORKER;
    Engine engine(options);
    const Graph graph = graph_of_plugin(identifier);
    const Alone interleaved =
        alone(engine, graph, {input.view(kHeight)}, beside.view(kHeight), false);
    const Alone planar = alone(engine, graph, {planes.view()}, result.view(), true);

    const auto render = [&](const HostPicture& into) -> Status {
        if (scene.render(into) == kOk) return {};
        return Error{ErrorKind::kInternal, "the plug-in does not render"};
    };
    std::vector<Contender> contenders{
        {"planes", [&] { return planar.run(); }},
        {"interleaved", [&] { return interleaved.run(); }},
        {"in the host", [&] { return render(output); }},
        {"in the host, new image", [&] { return render(HostPicture(frame, {})); }},
        {"new image alone", [&] {
             return HostPicture(frame, {}).is_guarded()
                        ? Status()
                        : Error{ErrorKind::kInternal, "a new picture has been written to"};
         }}};
    if (const Status s = measure_in_turn(contenders, rounds); !s)
        throw std::runtime_error(s.error().message);
    std::printf("%s %dx%d RGBA float, %d threads, %d rounds in turn\n", identifier.c_str(), kWidth,
                kHeight, options.threads, rounds);
    for (const Contender& c : contenders)
        std::printf("  %-24s %8.2f ms  best %8.2f ms  %6.2f x planes\n", c.name.c_str(), c.median(),
                    c.best(), median_ratio(c, contenders.front()));
}

}  // namespace
}  // namespace weft::openfx::test

int main(int argc, char** argv) {
    if (argc < 2 || std::strcmp(argv[1], "--help") == 0) {
        std::puts(
            "weft-host-bench IDENTIFIER...: times plug-ins of one input, as weft.grade is, in a "
            "host and by themselves");
        return argc < 2 ? 2 : 0;
    }
    try {
        for (int i = 1; i < argc; ++i) weft::openfx::test::bench(argv[i], 31);
    } catch (const std::exception& e) {
        std::fprintf(stderr, "weft-host-bench: %s\n", e.what());
        return 1;
    }
}

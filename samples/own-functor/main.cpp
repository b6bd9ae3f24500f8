// Runs a functor of one's own on every device that needs no GPU, and on a GPU if there is one.
#include <cmath>
#include <cstdio>
#include <memory>

#include "engine/engine.h"
#include "graph/image.h"
#include "scanlines.h"

namespace weft::functors {
const FunctorModule* mine_module();  // what weft_add_functors(... MODULE mine ...) makes
}

namespace {

using namespace weft;

Graph make_effect() {
    GraphBuilder build("old-screen", "A picture as an old screen shows it.");
    const Image input = build.input("input");
    Image output;
    mine::Scanlines(3.0f, 0.75f)(input, output);
    build.output("output", output);
    return build.finish();
}

Picture make_picture(const ImageShape& shape) {
    Picture picture(shape.domain, shape.planes);
    for (int p = 0; p < shape.planes; ++p)
        for (int y = shape.domain.y0; y < shape.domain.y1; ++y)
            for (int x = shape.domain.x0; x < shape.domain.x1; ++x)
                picture.at(x, y, p) = std::sin(0.1f * static_cast<float>(x * (p + 1) + y));
    return picture;
}

Result<Picture> run_on(const std::string& device, const Graph& graph, const Library& library,
                       const Picture& picture) {
    EngineOptions options;
    options.device = device;
    Engine engine(options);
    const ImageShape shape{picture.domain(), picture.planes()};
    Result<std::unique_ptr<Prepared>> prepared = engine.prepare(
        {.graph = graph, .library = library, .inputs = {shape}, .regions = {Rect{}}});
    if (!prepared) return prepared.error();
    Picture result(shape.domain, shape.planes);
    if (const Status ran = (*prepared)->run({picture.view()}, {result.view()}, {}); !ran)
        return ran.error();
    return result;
}

}  // namespace

int main() {
    Library library;
    if (const Status added = library.add(*functors::mine_module()); !added) {
        std::fprintf(stderr, "own_functor: %s\n", added.error().message.c_str());
        return 1;
    }
    const Graph graph = make_effect();
    const Picture picture = make_picture({{0, 0, 317, 181}, 3});
    const Result<Picture> expected = run_on("reference", graph, library, picture);
    for (const char* device : {"cpu", "simt", "cuda"}) {
        const Result<Picture> result = run_on(device, graph, library, picture);
        if (!result && std::string(device) == "cuda") {
            std::printf("cuda: %s\n", result.error().message.c_str());
            continue;
        }
        for (const Result<Picture>* r : {&expected, &result})
            if (!*r) {
                std::fprintf(stderr, "own_functor: %s\n", r->error().message.c_str());
                return 1;
            }
        if (!same_bits(*expected, *result)) {
            std::fprintf(stderr, "own_functor: %s differs from the reference\n", device);
            return 1;
        }
        std::printf("%s: the reference's bits\n", device);
    }
    return 0;
}

// Weft inside another program: an effect made in C++, prepared once, run on two pictures.
//
// What a host has to do is in run_effect() below: build a graph, prepare it for the sizes at hand,
// run it on pixels wherever they lie. The rest of this file makes pixels and looks at them.
#include <cmath>
#include <cstdio>

#include "effects/builtin.h"
#include "engine/engine.h"
#include "graph/image.h"
#include "neighbourhood/gaussian.h"
#include "pixel/luminance.h"
#include "point/highlight_mask.h"
#include "point/masked_mix.h"

namespace {

using namespace weft;

/// Highlights glow: a blurred copy shows where the picture is bright.
Graph make_glow() {
    GraphBuilder build("glow", "A blurred copy shows where the picture is bright.");
    const Image input = build.input("input");
    Image grey, mask, blurred_rows, blurred, output;
    functors::Luminance()(input, grey);
    functors::HighlightMask(0.6f, 0.4f)(grey, mask);
    functors::Gaussian(eHorizontal, 4.0f)(input, blurred_rows);
    functors::Gaussian(eVertical, 4.0f)(blurred_rows, blurred);
    functors::MaskedMix()(input, blurred, mask, output);
    build.output("output", output);
    return build.finish();
}

/// Three planes: a dark gradient with a bright disc, at `phase` of its way across.
Picture make_frame(int width, int height, float phase) {
    Picture frame({0, 0, width, height}, 3);
    for (int plane = 0; plane < 3; ++plane)
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x) {
                const float dx = static_cast<float>(x) - phase * static_cast<float>(width);
                const float dy = static_cast<float>(y) - 0.4f * static_cast<float>(height);
                const bool inside = std::hypot(dx, dy) < 0.15f * static_cast<float>(height);
                const float base = 0.3f * static_cast<float>(y) / static_cast<float>(height);
                frame.at(x, y, plane) = inside ? 4.0f - static_cast<float>(plane) : base;
            }
    return frame;
}

/// Runs the graph on two frames on one device. The second run plans and compiles nothing.
Result<std::vector<Picture>> run_effect(const Graph& graph, const std::string& device) {
    EngineOptions options;
    options.device = device;
    Engine engine(options);
    const Library library = builtin_library();

    const ImageShape shape{{0, 0, 320, 180}, 3};
    Result<std::unique_ptr<Prepared>> prepared = engine.prepare(
        {.graph = graph, .library = library, .inputs = {shape}, .regions = {Rect{}}});
    if (!prepared) return prepared.error();

    std::vector<Picture> results;
    for (const float phase : {0.3f, 0.6f}) {
        const Picture frame = make_frame(320, 180, phase);
        Picture result(shape.domain, shape.planes);
        const Status ran = (*prepared)->run({frame.view()}, {result.view()}, {});
        if (!ran) return ran.error();
        results.push_back(std::move(result));
    }
    std::printf("%-9s %d kernels, %zu bytes of its own\n", device.c_str(),
                (*prepared)->kernel_count(), (*prepared)->scratch_bytes());
    return results;
}

}  // namespace

int main() {
    const Graph glow = make_glow();
    std::printf("%s", to_string(glow).c_str());
    const auto fused = run_effect(glow, "cpu");
    const auto reference = run_effect(glow, "reference");
    for (const auto* results : {&fused, &reference})
        if (!*results) {
            std::fprintf(stderr, "embedding: %s\n", results->error().message.c_str());
            return 1;
        }
    for (std::size_t i = 0; i < fused->size(); ++i)
        if (!same_bits((*fused)[i], (*reference)[i])) {
            std::fprintf(stderr, "embedding: frame %zu differs from the reference\n", i);
            return 1;
        }
    std::printf("both devices give the same bits\n");
    return 0;
}

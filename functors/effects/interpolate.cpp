// Multiscale interpolation as Halide's benchmark has it: what is transparent is filled from around.
#include <string>
#include <vector>

#include "effects/builtin.h"
#include "effects/pyramid.h"
#include "graph/image.h"
#include "pixel/merge.h"
#include "pixel/premultiply.h"
#include "pixel/unpremultiply.h"

namespace weft::effects {
namespace {

constexpr const char* kName = "interpolate";
constexpr const char* kSummary =
    "Fills what is transparent with the colours around it, near and far.";
constexpr int kLevels = 10;

using functors::Double;
using functors::Halve;
using functors::Merge;

// Every level ends where its own elements end and is clamped there, as in a compositor; the
// benchmark's levels go on, which shows beside the border alone.
Graph build_interpolate() {
    GraphBuilder build(kName, kSummary);
    const Image input = build.input("input");
    Image premultiplied, output;
    functors::Premultiply()(input, premultiplied);
    std::vector<Image> down{premultiplied};
    for (int level = 1; level < kLevels; ++level) {
        const auto scope = build.scope("down" + std::to_string(level));
        down.push_back(record_halved(down.back(), Halve::eBinomial3));
    }
    Image filled = down.back();
    for (std::size_t level = kLevels - 1; level-- > 0;) {
        const auto scope = build.scope("up" + std::to_string(level));
        const Image below = record_doubled(filled, down[level], Double::eLinear);
        Image over;
        build.name_next("fill");
        Merge(Merge::eOver)(down[level], below, over);
        filled = over;
    }
    functors::Unpremultiply()(filled, output);
    build.output("output", output);
    build.control("mix", "Mix", "Fades from transparent pixels left alone, 0, to filled ones, 1.",
                  {"up0/fill.mix"});
    return build.finish();
}

}  // namespace

Effect interpolate() {
    return {.name = kName,
            .summary = kSummary,
            .build = build_interpolate,
            .fast_absolute = 1e-4,
            .fast_relative = 1e-4};
}

}  // namespace weft::effects

// The whole range of values, from the picture's own darkest to its brightest.
#include "effects/builtin.h"
#include "graph/image.h"
#include "statistics/extremes.h"
#include "statistics/stretch.h"

namespace weft::effects {
namespace {

constexpr const char* kNormaliseName = "normalise";
constexpr const char* kNormaliseSummary =
    "Stretches the values of each plane, from its lowest to its highest, to a given range.";

Graph build_normalise() {
    GraphBuilder build(kNormaliseName, kNormaliseSummary);
    const Image input = build.input("input");
    Image low, high, output;
    functors::Extremes()(input, low, high);
    build.name_next("stretch");
    functors::Stretch()(input, low, high, output);
    build.output("output", output);
    build.control("black", "Black", "What the lowest value becomes.", {"stretch.black"});
    build.control("white", "White", "What the highest value becomes.", {"stretch.white"});
    return build.finish();
}

}  // namespace

Effect normalise() {
    return {.name = kNormaliseName, .summary = kNormaliseSummary, .build = build_normalise};
}

}  // namespace weft::effects

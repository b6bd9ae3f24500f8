// The whole range of values, from the picture's own darkest to its brightest.
#include "effects/builtin.h"
#include "graph/image.h"
#include "statistics/extremes.h"
#include "statistics/stretch.h"

namespace weft::effects {
namespace {

constexpr const char* kName = "normalise";
constexpr const char* kSummary =
    "Stretches the values of each plane, from its lowest to its highest, to a given range.";

Graph build_normalise() {
    GraphBuilder build(kName, kSummary);
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

Effect normalise() { return {.name = kName, .summary = kSummary, .build = build_normalise}; }

}  // namespace weft::effects

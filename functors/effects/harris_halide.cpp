// Halide's Harris corner measure: of the grey picture of a colour one.
#include "effects/builtin.h"
#include "effects/float_harris.h"
#include "pixel/luminance.h"

namespace weft::effects {
namespace {

constexpr const char* kName = "harris-halide";
constexpr const char* kSummary = "Measures corners of the grey picture, in one plane.";
constexpr float kRed = 0.299f, kGreen = 0.587f, kBlue = 0.114f;  // Halide's apps/harris

Graph build_harris_halide() {
    GraphBuilder build(kName, kSummary);
    const Image input = build.input("input");
    Image grey;
    build.name_next("grey");
    functors::Luminance(kRed, kGreen, kBlue)(input, grey);
    record_float_harris(build, grey);
    add_float_harris_controls(build);
    return build.finish();
}

}  // namespace

Effect harris_halide() {
    return {.name = kName, .summary = kSummary, .build = build_harris_halide};
}

}  // namespace weft::effects

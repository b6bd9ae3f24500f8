// Halide's Harris corner measure: of the grey picture of a colour one.
#include "effects/builtin.h"
#include "effects/float_harris.h"
#include "pixel/luminance.h"

namespace weft::effects {
namespace {

constexpr const char* kHarrisHalideName = "harris-halide";
constexpr const char* kHarrisHalideSummary = "Measures corners of the grey picture, in one plane.";
constexpr float kHarrisHalideRed = 0.299f, kHarrisHalideGreen = 0.587f,
                kHarrisHalideBlue = 0.114f;  // Halide's apps/harris

Graph build_harris_halide() {
    GraphBuilder build(kHarrisHalideName, kHarrisHalideSummary);
    const Image input = build.input("input");
    Image grey;
    build.name_next("grey");
    functors::Luminance(kHarrisHalideRed, kHarrisHalideGreen, kHarrisHalideBlue)(input, grey);
    record_float_harris(build, grey);
    add_float_harris_controls(build);
    return build.finish();
}

}  // namespace

Effect harris_halide() {
    return {
        .name = kHarrisHalideName, .summary = kHarrisHalideSummary, .build = build_harris_halide};
}

}  // namespace weft::effects

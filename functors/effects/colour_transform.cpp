// A transform of colours that was baked to a look-up table.
#include "effects/builtin.h"
#include "effects/record_filter_mix.h"
#include "graph/image.h"
#include "pixel/colour_lut.h"

namespace weft::effects {
namespace {

constexpr const char* kColourTransformName = "colour-transform";
constexpr const char* kColourTransformSummary =
    "Sends colours through a transform of OpenColorIO, baked to a 3-D look-up table.";

Graph build_colour_transform() {
    GraphBuilder build(kColourTransformName, kColourTransformSummary);
    const Image input = build.input("input"), lut = build.input("lut");
    Image transformed;
    build.name_next("lookup");
    functors::ColourLut()(input, lut, transformed);
    record_filter_mix(build, input, transformed);

    build.control("premultiplied", "Premultiplied",
                  "Divides colours by alpha before the transform and multiplies by it after.",
                  {"lookup.premultiplied"});
    add_filter_mix_controls(build);
    return build.finish();
}

}  // namespace

Effect colour_transform() {
    // A table of noise: a coordinate's last bits times its slope.
    return {.name = kColourTransformName,
            .summary = kColourTransformSummary,
            .build = build_colour_transform,
            .fast_absolute = 2e-4,
            .fast_outliers = 1e-3};
}

}  // namespace weft::effects

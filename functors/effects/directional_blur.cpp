// The blur of an even motion, with the controls of a filter.
#include "neighbourhood/directional_blur.h"

#include "effects/builtin.h"
#include "effects/record_filter_mix.h"
#include "graph/image.h"

namespace weft::effects {
namespace {

constexpr const char* kDirectionalBlurName = "directional-blur";
constexpr const char* kDirectionalBlurSummary =
    "Blurs along a line of any direction, as of something that moves.";

Graph build_directional_blur() {
    GraphBuilder build(kDirectionalBlurName, kDirectionalBlurSummary);
    const Image input = build.input("input");
    Image filtered;
    build.name_next("line");
    functors::DirectionalBlur()(input, filtered);
    record_filter_mix(build, input, filtered);

    build.control("angle", "Angle", "Direction of the line in degrees, 0 to the right, 90 upwards.",
                  {"line.angle"});
    build.control("length", "Length",
                  "Length of the line in pixels; 0 leaves the picture as it is.", {"line.length"});
    add_filter_mix_controls(build);
    return build.finish();
}

}  // namespace

Effect directional_blur() {
    return {.name = kDirectionalBlurName,
            .summary = kDirectionalBlurSummary,
            .build = build_directional_blur};
}

}  // namespace weft::effects

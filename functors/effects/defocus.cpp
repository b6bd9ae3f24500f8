// A lens out of focus, with the controls of a filter.
#include "neighbourhood/defocus.h"

#include "effects/builtin.h"
#include "effects/record_filter_mix.h"
#include "graph/image.h"

namespace weft::effects {
namespace {

constexpr const char* kDefocusName = "defocus";
constexpr const char* kDefocusSummary =
    "Blurs as a lens out of focus does: points of light become discs.";

Graph build_defocus() {
    GraphBuilder build(kDefocusName, kDefocusSummary);
    const Image input = build.input("input");
    Image blurred;
    build.name_next("disc");
    functors::Defocus()(input, blurred);
    record_filter_mix(build, input, blurred);

    build.control("radius", "Radius",
                  "Radius of the disc in pixels; 0 leaves the picture as it is.", {"disc.radius"});
    build.control("softness", "Softness",
                  "How wide the disc's edge is: 0 is one pixel, 1 reaches its centre.",
                  {"disc.softness"});
    add_filter_mix_controls(build);
    return build.finish();
}

}  // namespace

Effect defocus() {
    return {.name = kDefocusName, .summary = kDefocusSummary, .build = build_defocus};
}

}  // namespace weft::effects

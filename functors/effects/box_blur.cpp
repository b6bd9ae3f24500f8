// A box blur of any size at the same cost, as one moving average per axis.
#include "scan/box_blur.h"

#include "effects/builtin.h"
#include "effects/record_filter_mix.h"
#include "graph/image.h"

namespace weft::effects {
namespace {

constexpr const char* kBoxBlurName = "box-blur";
constexpr const char* kBoxBlurSummary =
    "Averages the rectangle around each pixel, as fast for any radius.";
constexpr int kBoxBlurRadius = 4;

Graph build_box_blur() {
    GraphBuilder build(kBoxBlurName, kBoxBlurSummary);
    const Image input = build.input("input");
    Image rows, filtered;
    build.name_next("horizontal");
    functors::BoxBlur(eHorizontal, kBoxBlurRadius)(input, rows);
    build.name_next("vertical");
    functors::BoxBlur(eVertical, kBoxBlurRadius)(rows, filtered);
    record_filter_mix(build, input, filtered);

    build.control("radius", "Radius", "Pixels averaged on every side of each pixel.",
                  {"horizontal.radius", "vertical.radius"});
    build.control("radius-x", "Horizontal radius",
                  "Pixels averaged to the left and to the right of each pixel.",
                  {"horizontal.radius"});
    build.control("radius-y", "Vertical radius", "Pixels averaged above and below each pixel.",
                  {"vertical.radius"});
    add_filter_mix_controls(build);
    return build.finish();
}

}  // namespace

Effect box_blur() {
    // Running sums round differently under contraction.
    return {.name = kBoxBlurName,
            .summary = kBoxBlurSummary,
            .build = build_box_blur,
            .fast_absolute = 2e-5};
}

}  // namespace weft::effects

// A picture made larger or smaller, its frame with it.
#include "effects/builtin.h"
#include "graph/image.h"
#include "transform/resample_sums.h"
#include "transform/weigh_across.h"
#include "transform/weigh_down.h"
#include "transform/weights_of_sums.h"

namespace weft::effects {
namespace {

constexpr const char* kResizeName = "resize";
constexpr const char* kResizeSummary = "Makes a picture larger or smaller, its frame with it.";

Graph build_resize() {
    GraphBuilder build(kResizeName, kResizeSummary);
    const Image input = build.input("input");
    Image sums_across, sums_down, weights_across, weights_down, wide, output;
    build.name_next("sums-across");
    functors::ResampleSums{eHorizontal}(input, sums_across);
    build.name_next("weights-across");
    functors::WeightsOfSums{}(sums_across, weights_across);
    build.name_next("sums-down");
    functors::ResampleSums{eVertical}(input, sums_down);
    build.name_next("weights-down");
    functors::WeightsOfSums{}(sums_down, weights_down);
    build.name_next("weigh-across");
    functors::WeighAcross{}(input, weights_across, wide);
    build.name_next("weigh-down");
    functors::WeighDown{}(wide, weights_down, output);
    build.output("output", output);
    build.control(
        "scale", "Scale",
        "Multiplies width and height, where they are 0; what comes of it is rounded to "
        "whole pixels.",
        {"sums-across.scale", "sums-down.scale", "weigh-across.scale", "weigh-down.scale"});
    build.control("width", "Width", "The new width in pixels; 0 takes the scale.",
                  {"sums-across.size", "weigh-across.width", "weigh-down.width"});
    build.control("height", "Height", "The new height in pixels; 0 takes the scale.",
                  {"sums-down.size", "weigh-across.height", "weigh-down.height"});
    build.control("filter", "Filter",
                  "Impulse takes the nearest pixel; from soft to sharp: b-spline, box, triangle, "
                  "mitchell, cubic, lanczos.",
                  {"sums-across.filter", "sums-down.filter"});
    return build.finish();
}

}  // namespace

Effect resize() { return {.name = kResizeName, .summary = kResizeSummary, .build = build_resize}; }

}  // namespace weft::effects

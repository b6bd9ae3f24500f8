// A picture made larger or smaller, its frame with it.
#include "effects/builtin.h"
#include "graph/image.h"
#include "transform/resample.h"

namespace weft::effects {
namespace {

constexpr const char* kResizeName = "resize";
constexpr const char* kResizeSummary = "Makes a picture larger or smaller, its frame with it.";

Graph build_resize() {
    GraphBuilder build(kResizeName, kResizeSummary);
    const Image input = build.input("input");
    Image wide, output;
    const functors::Resample across(eHorizontal), down(eVertical);
    build.name_next("horizontal");
    across(input, wide);
    build.name_next("vertical");
    down(wide, output);
    build.output("output", output);
    build.control("scale", "Scale",
                  "Multiplies width and height, where they are 0; what comes of it is rounded to "
                  "whole pixels.",
                  {"horizontal.scale", "vertical.scale"});
    build.control("width", "Width", "The new width in pixels; 0 takes the scale.",
                  {"horizontal.size"});
    build.control("height", "Height", "The new height in pixels; 0 takes the scale.",
                  {"vertical.size"});
    build.control("filter", "Filter",
                  "Impulse takes the nearest pixel; from soft to sharp: b-spline, box, triangle, "
                  "mitchell, cubic, lanczos.",
                  {"horizontal.filter", "vertical.filter"});
    return build.finish();
}

}  // namespace

Effect resize() { return {.name = kResizeName, .summary = kResizeSummary, .build = build_resize}; }

}  // namespace weft::effects

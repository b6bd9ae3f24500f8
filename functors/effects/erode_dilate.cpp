// Erosion and dilation by a rectangle, one axis after the other.
#include "effects/builtin.h"
#include "effects/record_filter_mix.h"
#include "graph/image.h"
#include "neighbourhood/morphology.h"

namespace weft::effects {
namespace {

constexpr const char* kErodeDilateName = "erode-dilate";
constexpr const char* kErodeDilateSummary = "Grows bright areas, such as mattes, or shrinks them.";
constexpr int kErodeDilateRadius = 1;

using functors::Morphology;

Graph build_erode_dilate() {
    GraphBuilder build(kErodeDilateName, kErodeDilateSummary);
    const Image input = build.input("input");
    Image rows, filtered;
    build.name_next("horizontal");
    Morphology(Morphology::eDilate, eHorizontal, kErodeDilateRadius)(input, rows);
    build.name_next("vertical");
    Morphology(Morphology::eDilate, eVertical, kErodeDilateRadius)(rows, filtered);
    record_filter_mix(build, input, filtered);

    build.control("operation", "Operation", "Grows bright areas, or shrinks them.",
                  {"horizontal.operation", "vertical.operation"});
    build.control("radius", "Radius", "How far areas grow or shrink on every side, in pixels.",
                  {"horizontal.radius", "vertical.radius"});
    build.control("radius-x", "Horizontal radius",
                  "How far areas grow or shrink to the left and to the right, in pixels.",
                  {"horizontal.radius"});
    build.control("radius-y", "Vertical radius",
                  "How far areas grow or shrink upwards and downwards, in pixels.",
                  {"vertical.radius"});
    add_filter_mix_controls(build);
    return build.finish();
}

}  // namespace

Effect erode_dilate() {
    return {.name = kErodeDilateName, .summary = kErodeDilateSummary, .build = build_erode_dilate};
}

}  // namespace weft::effects

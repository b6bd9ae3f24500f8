// A median, with the controls of a filter.
#include "neighbourhood/median.h"

#include "effects/builtin.h"
#include "effects/record_filter_mix.h"
#include "graph/image.h"

namespace weft::effects {
namespace {

constexpr const char* kMedianName = "median";
constexpr const char* kMedianSummary =
    "Removes specks by the middle value of a square, and keeps edges.";

Graph build_median() {
    GraphBuilder build(kMedianName, kMedianSummary);
    const Image input = build.input("input");
    Image filtered;
    build.name_next("square");
    functors::Median()(input, filtered);
    record_filter_mix(build, input, filtered);

    build.control("radius", "Radius",
                  "1 takes the median of three by three pixels, 2 of five by five.",
                  {"square.radius"});
    add_filter_mix_controls(build);
    return build.finish();
}

}  // namespace

Effect median() { return {.name = kMedianName, .summary = kMedianSummary, .build = build_median}; }

}  // namespace weft::effects

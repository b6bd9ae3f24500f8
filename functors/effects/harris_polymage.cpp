// PolyMage's Harris corner measure of a grey picture.
#include "effects/builtin.h"
#include "effects/float_harris.h"

namespace weft::effects {
namespace {

constexpr const char* kHarrisPolymageName = "harris-polymage";
constexpr const char* kHarrisPolymageSummary =
    "Measures corners, plane by plane (Harris and Stephens).";

Graph build_harris_polymage() {
    GraphBuilder build(kHarrisPolymageName, kHarrisPolymageSummary);
    record_float_harris(build, build.input("input"));
    add_float_harris_controls(build);
    return build.finish();
}

}  // namespace

Effect harris_polymage() {
    return {.name = kHarrisPolymageName,
            .summary = kHarrisPolymageSummary,
            .build = build_harris_polymage};
}

}  // namespace weft::effects

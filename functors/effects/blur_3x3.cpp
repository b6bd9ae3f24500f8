// The box blur of three by three in two stages, columns first (warp-tiling, figure 2).
#include "effects/builtin.h"
#include "graph/image.h"
#include "neighbourhood/mean.h"

namespace weft::effects {
namespace {

constexpr const char* kBlur3x3Name = "blur-3x3";
constexpr const char* kBlur3x3Summary = "Averages three by three pixels, in two stages.";

Graph build_blur_3x3() {
    GraphBuilder build(kBlur3x3Name, kBlur3x3Summary);
    const Image input = build.input("input");
    Image columns, output;
    build.name_next("blurx");  // the paper's x counts rows
    functors::Mean(0, 1)(input, columns);
    build.name_next("blury");
    functors::Mean(1, 0)(columns, output);
    build.output("output", output);

    build.control("radius", "Radius", "Pixels averaged on every side of each pixel.",
                  {"blurx.radius-y", "blury.radius-x"});
    return build.finish();
}

}  // namespace

Effect blur_3x3() {
    return {.name = kBlur3x3Name, .summary = kBlur3x3Summary, .build = build_blur_3x3};
}

}  // namespace weft::effects

// Hipacc's Harris corner detector, in nine stages (kernel-fusion, figure 3).
#include "effects/builtin.h"
#include "effects/structure_tensor.h"
#include "graph/image.h"
#include "point/harris_corner.h"

namespace weft::effects {
namespace {

constexpr const char* kHarrisName = "harris";
constexpr const char* kHarrisSummary =
    "Marks corners, plane by plane, on values times 255 (Harris and Stephens).";

// Hipacc's: of derivatives in steps of a byte, kept as whole numbers.
constexpr float kK = 0.04f;
constexpr float kHarrisThreshold = 20000.0f;

Graph build_harris() {
    GraphBuilder build(kHarrisName, kHarrisSummary);
    const StructureTensor tensor = record_structure_tensor(build, build.input("input"));
    Image corners;
    build.name_next("hc");
    functors::HarrisCorner(kK, kHarrisThreshold)(tensor.xx, tensor.yy, tensor.xy, corners);
    build.output("output", corners);

    build.control("k", "K", "How much an edge counts against a corner; 0.04 to 0.06 is usual.",
                  {"hc.k"});
    build.control(
        "threshold", "Threshold",
        "Corners are where the response, of derivatives in steps of a byte, exceeds this.",
        {"hc.threshold"});
    return build.finish();
}

}  // namespace

Effect harris() {
    // A derivative that is about half a step rounds either way, and white is one from black.
    return {.name = kHarrisName,
            .summary = kHarrisSummary,
            .build = build_harris,
            .fast_outliers = 1e-3};
}

}  // namespace weft::effects

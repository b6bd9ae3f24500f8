// PolyMage's unsharp mask: each colour against its own blur, where the two differ enough.
#include "effects/builtin.h"
#include "graph/image.h"
#include "neighbourhood/separable_convolution.h"
#include "pixel/detail_sharpen.h"

namespace weft::effects {
namespace {

constexpr const char* kUnsharpPolymageName = "unsharp-polymage";
constexpr const char* kUnsharpPolymageSummary =
    "Sharpens each colour where it differs enough from its blur.";

// PolyMage's unsharp_mask: its binomial, columns first, and what it is called with.
constexpr float kWeight = 3.0f;
constexpr float kUnsharpPolymageThreshold = 0.001f;

Graph build_unsharp_polymage() {
    using functors::SeparableConvolution;
    constexpr FloatList<129> kBinomial{5, {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f}};
    GraphBuilder build(kUnsharpPolymageName, kUnsharpPolymageSummary);
    const Image input = build.input("input");
    Image columns, blurred, output;

    build.name_next("blurx");  // whose x counts rows
    SeparableConvolution(eVertical, kBinomial)(input, columns);
    build.name_next("blury");
    SeparableConvolution(eHorizontal, kBinomial)(columns, blurred);
    build.name_next("sharpen");
    functors::DetailSharpen(kWeight, kUnsharpPolymageThreshold)(input, blurred, output);
    build.output("output", output);

    build.control("weight", "Weight",
                  "Strength: 0 changes nothing, 1 doubles the contrast of fine detail.",
                  {"sharpen.amount"});
    build.control("threshold", "Threshold", "Detail fainter than this is left alone.",
                  {"sharpen.threshold"});
    return build.finish();
}

}  // namespace

Effect unsharp_polymage() {
    // Detail about as strong as the threshold is sharpened or not.
    return {.name = kUnsharpPolymageName,
            .summary = kUnsharpPolymageSummary,
            .build = build_unsharp_polymage,
            .fast_outliers = 1e-3};
}

}  // namespace weft::effects

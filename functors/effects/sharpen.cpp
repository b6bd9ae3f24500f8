// A sharpening filter: the detail that a Gaussian blur takes away, added once more.
#include "effects/builtin.h"
#include "effects/record_filter_mix.h"
#include "graph/image.h"
#include "neighbourhood/gaussian.h"
#include "pixel/detail_sharpen.h"

namespace weft::effects {
namespace {

constexpr const char* kSharpenName = "sharpen";
constexpr const char* kSharpenSummary =
    "Sharpens fine detail of each colour, and leaves grain alone.";
constexpr float kSharpenSigma = 1.0f;
constexpr float kAmount = 1.0f;

Graph build_sharpen() {
    GraphBuilder build(kSharpenName, kSharpenSummary);
    const Image input = build.input("input");
    Image rows, blurred, sharp;
    functors::Gaussian(eHorizontal, kSharpenSigma)(input, rows);
    functors::Gaussian(eVertical, kSharpenSigma)(rows, blurred);
    const functors::DetailSharpen sharpen(kAmount);
    sharpen(input, blurred, sharp);
    record_filter_mix(build, input, sharp);

    build.control("amount", "Amount",
                  "Strength: 0 changes nothing, 1 doubles the contrast of fine detail.",
                  {"detailsharpen*.amount"});
    build.control("sigma", "Sigma", "Standard deviation in pixels of what counts as fine detail.",
                  {"gaussian*.sigma"});
    build.control("threshold", "Threshold", "Detail fainter than this is grain and left alone.",
                  {"detailsharpen*.threshold"});
    add_filter_mix_controls(build);
    return build.finish();
}

}  // namespace

Effect sharpen() {
    // Detail about as strong as the threshold is sharpened or not.
    return {.name = kSharpenName,
            .summary = kSharpenSummary,
            .build = build_sharpen,
            .fast_outliers = 1e-3};
}

}  // namespace weft::effects

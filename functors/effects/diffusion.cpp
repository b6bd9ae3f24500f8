// A diffusion filter before the lens: highlights bleed softly (active-library, figure 1, right).
#include "effects/builtin.h"
#include "graph/image.h"
#include "neighbourhood/disc_scatter.h"
#include "point/highlight_mask.h"
#include "point/masked_mix.h"
#include "scan/box_blur.h"

namespace weft::effects {
namespace {

constexpr const char* kDiffusionName = "diffusion";
constexpr const char* kDiffusionSummary =
    "Softens highlights as a diffusing glass before the lens does.";
constexpr int kBoxRadius = 8;

/// Three box blurs along an axis, near enough a Gaussian.
Image blur(const Image& input, Axis axis) {
    const functors::BoxBlur box(axis, kBoxRadius);
    Image once, twice, output;
    box(input, once);
    box(once, twice);
    box(twice, output);
    return output;
}

Graph build_diffusion() {
    GraphBuilder build(kDiffusionName, kDiffusionSummary);
    const Image input = build.input("input");
    Image highlights, diffused, output;

    functors::HighlightMask mask(0.7f, 0.3f);
    mask(input, highlights);
    const Image matte = blur(blur(highlights, eHorizontal), eVertical);

    functors::DiscScatter scatter(12.0f, 24);
    scatter(input, diffused);

    functors::MaskedMix mix(0.8f);
    mix(input, diffused, matte, output);
    build.output("output", output);

    build.control("amount", "Amount", "Strength of the diffusion: 0 changes nothing.",
                  {"maskedmix*.amount"});
    build.control("threshold", "Threshold", "Values up to this are not highlights; 1 is white.",
                  {"highlightmask*.threshold"});
    build.control("softness", "Softness", "How far above the threshold a highlight counts in full.",
                  {"highlightmask*.softness"});
    build.control("spread", "Spread",
                  "How far the diffusion reaches out of the highlights, in pixels.",
                  {"boxblur*.radius"});
    build.control("radius", "Radius", "How far light is scattered, in pixels.",
                  {"discscatter*.radius"});
    build.control("samples", "Samples", "Points read for each pixel: more are smoother and slower.",
                  {"discscatter*.samples"});
    return build.finish();
}

}  // namespace

Effect diffusion() {
    // The running sums of six box blurs round differently under contraction.
    return {.name = kDiffusionName,
            .summary = kDiffusionSummary,
            .build = build_diffusion,
            .fast_absolute = 5e-5};
}

}  // namespace weft::effects

#include "effects/nl_means_effect.h"

#include "neighbourhood/distance_average.h"
#include "neighbourhood/pixel_distances.h"
#include "neighbourhood/separable_convolution.h"
#include "point/clamp.h"

namespace weft::effects {
namespace {

constexpr int kNlMeansRadius = 3;
constexpr float kNlMeansSigma = 0.12f, kPatch = 49.0f;

}  // namespace

// Only the picture has a border: patches go on as far as they are compared.
Graph build_nl_means(const char* name, const char* summary, bool clamped) {
    GraphBuilder build(name, summary);
    build.intermediates(Intermediates::kUnbounded);
    const Image input = build.input("input");
    Image distances, rows, patches, average, output;
    functors::PixelDistances{kNlMeansRadius}(input, distances);
    const functors::SeparableConvolution across(eHorizontal, {7, {1, 1, 1, 1, 1, 1, 1}});
    const functors::SeparableConvolution down(eVertical, {7, {1, 1, 1, 1, 1, 1, 1}});
    across(distances, rows);
    down(rows, patches);
    build.name_next("average");
    functors::DistanceAverage(kNlMeansRadius, kNlMeansSigma, kPatch)(input, patches, average);
    if (clamped) {
        build.name_next("clamp");
        functors::Clamp()(average, output);
    }
    build.output("output", clamped ? output : average);
    build.control("sigma", "Sigma",
                  "How different patches may be that count alike: more removes more noise.",
                  {"average.sigma"});
    if (clamped)
        build.control("maximum", "Maximum", "The largest value that is kept; 1 is white.",
                      {"clamp.maximum"});
    return build.finish();
}

}  // namespace weft::effects

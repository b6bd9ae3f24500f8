// Non-local means as Halide's benchmark has it (Buades, Coll and Morel, 2005): patches of 7x7 in a
// search window of 7x7.
#include "effects/builtin.h"
#include "graph/image.h"
#include "neighbourhood/distance_average.h"
#include "neighbourhood/pixel_distances.h"
#include "neighbourhood/separable_convolution.h"
#include "point/clamp.h"

namespace weft::effects {
namespace {

constexpr const char* kNlMeansName = "nl-means";
constexpr const char* kNlMeansSummary =
    "Removes noise by averaging pixels whose surroundings look alike.";
constexpr int kNlMeansRadius = 3;
constexpr float kNlMeansSigma = 0.12f, kPatch = 49.0f;

// Only the picture has a border: patches go on as far as they are compared.
Graph build_nl_means() {
    GraphBuilder build(kNlMeansName, kNlMeansSummary);
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
    build.name_next("clamp");
    functors::Clamp()(average, output);
    build.output("output", output);
    build.control("sigma", "Sigma",
                  "How different patches may be that count alike: more removes more noise.",
                  {"average.sigma"});
    build.control("maximum", "Maximum", "The largest value that is kept; 1 is white.",
                  {"clamp.maximum"});
    return build.finish();
}

}  // namespace

Effect nl_means() {
    return {.name = kNlMeansName,
            .summary = kNlMeansSummary,
            .build = build_nl_means,
            .fast_absolute = 1e-4};
}

}  // namespace weft::effects

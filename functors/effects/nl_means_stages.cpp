// Non-local means as Halide's benchmark has it, in as many steps as it has there.
#include "effects/builtin.h"
#include "graph/image.h"
#include "neighbourhood/colour_differences.h"
#include "neighbourhood/separable_convolution.h"
#include "neighbourhood/weighed_sum.h"
#include "pixel/append_plane.h"
#include "pixel/divide_by_last.h"
#include "point/add_square.h"
#include "point/clamp.h"
#include "point/distance_weight.h"
#include "point/square.h"

namespace weft::effects {
namespace {

constexpr const char* kNlMeansStagesName = "nl-means-stages";
constexpr const char* kNlMeansStagesSummary =
    "Removes noise as nl-means-halide does, in small steps.";
constexpr int kNlMeansStagesRadius = 3;
constexpr float kNlMeansStagesSigma = 0.12f, kNlMeansStagesPatch = 49.0f;

/// The squared distances of each pixel from its neighbours, a plane for each: the differences of a
/// colour, and their squares' sum so far.
Image record_distances(GraphBuilder& build, const Image& input) {
    Image red, green, blue, squares, of_two, all;
    build.name_next("differences-red");
    functors::ColourDifferences(kNlMeansStagesRadius, 0)(input, red);
    build.name_next("differences-green");
    functors::ColourDifferences(kNlMeansStagesRadius, 1)(input, green);
    build.name_next("differences-blue");
    functors::ColourDifferences(kNlMeansStagesRadius, 2)(input, blue);
    build.name_next("squares-red");
    functors::Square()(red, squares);
    build.name_next("squares-green");
    functors::AddSquare()(squares, green, of_two);
    build.name_next("squares-blue");
    functors::AddSquare()(of_two, blue, all);
    return all;
}

// gpu-autoscheduler counts 13 stages, and so many there are here, but not quite the same: Halide's
// program has one for the border, which nodes here have anyway, one for all colours' differences,
// of which pictures here hold no more than a colour's, and two for each sum, as it declares them.
// Differences are added up before they are blurred, across first, as in nl-means-halide, whose bits
// these are.
Graph build_nl_means_stages() {
    GraphBuilder build(kNlMeansStagesName, kNlMeansStagesSummary);
    build.intermediates(Intermediates::kUnbounded);
    const Image input = build.input("input");
    const functors::SeparableConvolution across(eHorizontal, {7, {1, 1, 1, 1, 1, 1, 1}});
    const functors::SeparableConvolution down(eVertical, {7, {1, 1, 1, 1, 1, 1, 1}});
    Image rows, patches, weights, counted, sums, average, output;
    const Image distances = record_distances(build, input);
    build.name_next("patches-across");
    across(distances, rows);
    build.name_next("patches-down");
    down(rows, patches);
    build.name_next("weights");
    functors::DistanceWeight(kNlMeansStagesSigma, kNlMeansStagesPatch)(patches, weights);
    build.name_next("counted");
    functors::AppendPlane(1.0f)(input, counted);
    build.name_next("sums");
    functors::WeighedSum{kNlMeansStagesRadius}(counted, weights, sums);
    build.name_next("average");
    functors::DivideByLast()(sums, input, average);
    build.name_next("clamp");
    functors::Clamp()(average, output);
    build.output("output", output);
    build.control("sigma", "Sigma",
                  "How different patches may be that count alike: more removes more noise.",
                  {"weights.sigma"});
    build.control("maximum", "Maximum", "The largest value that is kept; 1 is white.",
                  {"clamp.maximum"});
    return build.finish();
}

}  // namespace

Effect nl_means_stages() {
    return {.name = kNlMeansStagesName,
            .summary = kNlMeansStagesSummary,
            .build = build_nl_means_stages,
            .fast_absolute = 1e-4};
}

}  // namespace weft::effects

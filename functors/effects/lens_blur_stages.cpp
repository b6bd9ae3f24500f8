// Synthetic depth of field as Halide's benchmark has it, in the steps that it has there.
#include "effects/builtin.h"
#include "effects/push_pull.h"
#include "graph/image.h"
#include "neighbourhood/morphology.h"
#include "pixel/append_plane.h"
#include "pixel/divide_by_last.h"
#include "pixel/least_plane.h"
#include "pixel/plane_mean.h"
#include "pixel/plane_variance.h"
#include "pixel/unweigh_planes.h"
#include "pixel/weigh_planes.h"
#include "point/add_square.h"
#include "point/codes.h"
#include "point/square.h"
#include "stereo/aperture_samples.h"
#include "stereo/aperture_sum.h"
#include "stereo/aperture_weights.h"
#include "stereo/bokeh_radius.h"
#include "stereo/stereo_differences.h"

namespace weft::effects {
namespace {

constexpr const char* kLensBlurStagesName = "lens-blur-stages";
constexpr const char* kLensBlurStagesSummary =
    "Blurs what is out of focus as lens-blur does, in small steps.";
constexpr int kLensStagesLevels = 8, kLensBytes = 255, kLensFarthest = 9, kLensDepths = 32;

using functors::Codes;
using functors::Morphology;
using functors::StereoDifferences;

/// How badly the eyes' pictures match at each depth, a plane for each: the differences of a colour,
/// and their squares' sum so far.
Image record_costs(GraphBuilder& build, const Image& left, const Image& right) {
    Image left_bytes, right_bytes, red, green, blue, squares, of_two, all;
    build.name_next("left-bytes");
    Codes{Codes::eToCodes, kLensBytes}(left, left_bytes);
    build.name_next("right-bytes");
    Codes{Codes::eToCodes, kLensBytes}(right, right_bytes);
    build.name_next("differences-red");
    StereoDifferences{kLensDepths, 0}(left_bytes, right_bytes, red);
    build.name_next("differences-green");
    StereoDifferences{kLensDepths, 1}(left_bytes, right_bytes, green);
    build.name_next("differences-blue");
    StereoDifferences{kLensDepths, 2}(left_bytes, right_bytes, blue);
    build.name_next("squares-red");
    functors::Square()(red, squares);
    build.name_next("squares-green");
    functors::AddSquare()(squares, green, of_two);
    build.name_next("squares-blue");
    functors::AddSquare()(of_two, blue, all);
    return all;
}

/// The depth of each pixel, from what depths cost: spread from where costs differ to where they do
/// not.
Image record_depth(GraphBuilder& build, const Image& costs) {
    Image mean, variance, weighed, filtered, depth;
    build.name_next("mean");
    functors::PlaneMean()(costs, mean);
    build.name_next("confidence");
    functors::PlaneVariance()(costs, mean, variance);
    build.name_next("weighed");
    functors::WeighPlanes()(costs, variance, weighed);
    const Image spread = record_push_pull(build, weighed, kLensStagesLevels);
    build.name_next("filtered");
    functors::UnweighPlanes()(spread, filtered);
    build.name_next("depth");
    functors::LeastPlane()(filtered, depth);
    return depth;
}

/// The largest radius near each pixel.
Image record_worst(GraphBuilder& build, const Image& radius) {
    Image columns, worst;
    build.name_next("worst-down");
    Morphology{Morphology::eDilate, eVertical, kLensFarthest}(radius, columns);
    build.name_next("worst-across");
    Morphology{Morphology::eDilate, eHorizontal, kLensFarthest}(columns, worst);
    return worst;
}

// 57 stages where gpu-autoscheduler counts 74; the bits are those of lens-blur, up to 63 depths.
// Halide's program has stages that are nothing of their own here: borders, of both pictures and of
// each level, which nodes have anyway; a name for each level beside that of its columns; two where
// one will do for each sum, extreme and least, as it declares them. There are some that it does
// not have: pictures become bytes, and each colour's differences are a picture, since none holds
// the planes of three.
Graph build_lens_blur_stages() {
    GraphBuilder build(kLensBlurStagesName, kLensBlurStagesSummary);
    const Image left = build.input("left"), right = build.input("right");
    Image radius, squares, counted, across, down, weights, sums, output;
    const Image depth = record_depth(build, record_costs(build, left, right));
    build.name_next("radius");
    functors::BokehRadius{13.0f, 0.5f}(depth, radius);
    build.name_next("radius-squared");
    functors::Square()(radius, squares);
    const Image worst = record_worst(build, radius);
    build.name_next("counted");
    functors::AppendPlane(1.0f)(left, counted);
    build.name_next("samples");
    functors::ApertureSamples()(worst, across, down);
    build.name_next("weights");
    functors::ApertureWeights()(across, down, squares, depth, weights);
    build.name_next("sums");
    functors::ApertureSum()(counted, across, down, weights, sums);
    build.name_next("average");
    functors::DivideByLast()(sums, left, output);
    build.output("output", output);

    build.control(
        "depths", "Depths", "How many depths are told apart.",
        {"differences-red.depths", "differences-green.depths", "differences-blue.depths"});
    build.control("focus", "Focus", "The depth that is sharp.", {"radius.focus"});
    build.control("scale", "Scale", "Pixels of blur for each step of depth.", {"radius.scale"});
    build.control("samples", "Samples",
                  "Points of the aperture: more make less noise, and are slower.",
                  {"samples.samples"});
    build.control("seed", "Seed", "Gives other points; animate it with the frame.",
                  {"samples.seed"});
    return build.finish();
}

}  // namespace

Effect lens_blur_stages() {
    // Of depths that match alike fast arithmetic may find another one.
    return {.name = kLensBlurStagesName,
            .summary = kLensBlurStagesSummary,
            .build = build_lens_blur_stages,
            .fast_absolute = 1e-3,
            .fast_relative = 1e-3,
            .fast_outliers = 0.05};
}

}  // namespace weft::effects

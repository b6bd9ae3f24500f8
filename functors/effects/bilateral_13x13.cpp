// Hipacc's bilateral filter of thirteen by thirteen, in one stage (border-partitioning, listing 4).
#include "effects/builtin.h"
#include "graph/image.h"
#include "neighbourhood/bilateral_filter.h"

namespace weft::effects {
namespace {

constexpr const char* kBilateral13x13Name = "bilateral-13x13";
constexpr const char* kBilateral13x13Summary =
    "Smooths flat areas of each plane and leaves edges alone; the result is a byte.";

// Hipacc's, in pixels and in steps of a byte: exp(-d^2/512) exp(-(x^2 + y^2)/18).
constexpr int kBilateral13x13Radius = 6;
constexpr float kSpatialSigma = 3.0f;
constexpr float kRangeSigma = 16.0f;

Graph build_bilateral_13x13() {
    GraphBuilder build(kBilateral13x13Name, kBilateral13x13Summary);
    const Image input = build.input("input");
    Image output;
    build.name_next("bilateral");
    functors::BilateralFilter(kBilateral13x13Radius, kSpatialSigma, kRangeSigma)(input, output);
    build.output("output", output);

    build.control("radius", "Radius", "Where the square ends: 6 is thirteen by thirteen.",
                  {"bilateral.radius"});
    build.control("spatial-sigma", "Spatial sigma",
                  "Standard deviation of the weights by distance, in pixels.",
                  {"bilateral.spatial-sigma"});
    build.control("range-sigma", "Range sigma",
                  "Standard deviation of the weights by difference, in steps of a byte.",
                  {"bilateral.range-sigma"});
    return build.finish();
}

}  // namespace

Effect bilateral_13x13() {
    // Means about half a step round either way: one step, for few pixels.
    return {.name = kBilateral13x13Name,
            .summary = kBilateral13x13Summary,
            .build = build_bilateral_13x13,
            .fast_outliers = 1e-3};
}

}  // namespace weft::effects

// A Gaussian blur by recursive filters: as fast for any sigma, which may be animated.
#include <string>

#include "effects/builtin.h"
#include "effects/record_filter_mix.h"
#include "effects/sigma_controls.h"
#include "graph/image.h"
#include "point/sum.h"
#include "scan/gaussian_side.h"

namespace weft::effects {
namespace {

constexpr const char* kRecursiveGaussianName = "recursive-gaussian";
constexpr const char* kRecursiveGaussianSummary =
    "Blurs by a Gaussian, as fast for any sigma, also an animated one.";
constexpr float kRecursiveGaussianSigma = 8.0f;

/// Both sides of the curve along an axis, added up.
Image blur_by_recurrences(GraphBuilder& build, const Image& input, Axis axis) {
    const std::string name = axis == eHorizontal ? "horizontal" : "vertical";
    Image before, after, sum;
    build.name_next(name + "1");
    functors::GaussianSide(axis, false, kRecursiveGaussianSigma)(input, before);
    build.name_next(name + "2");
    functors::GaussianSide(axis, true, kRecursiveGaussianSigma)(input, after);
    functors::Sum add;
    add(before, after, sum);
    return sum;
}

Graph build_recursive_gaussian() {
    GraphBuilder build(kRecursiveGaussianName, kRecursiveGaussianSummary);
    const Image input = build.input("input");
    record_filter_mix(
        build, input,
        blur_by_recurrences(build, blur_by_recurrences(build, input, eVertical), eHorizontal));

    add_sigma_controls(build);
    add_filter_mix_controls(build);
    return build.finish();
}

}  // namespace

Effect recursive_gaussian() {
    return {.name = kRecursiveGaussianName,
            .summary = kRecursiveGaussianSummary,
            .build = build_recursive_gaussian,
            .fast_absolute = 5e-5};
}

}  // namespace weft::effects

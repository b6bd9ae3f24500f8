// A Gaussian blur by recursive filters: as fast for any sigma, which may be animated.
#include <string>

#include "effects/builtin.h"
#include "effects/filter_mix.h"
#include "effects/sigma_controls.h"
#include "graph/image.h"
#include "point/sum.h"
#include "scan/gaussian_side.h"

namespace weft::effects {
namespace {

constexpr const char* kName = "recursive-gaussian";
constexpr const char* kSummary =
    "Blurs by a Gaussian, as fast for any sigma, also an animated one.";
constexpr float kSigma = 8.0f;

/// Both sides of the curve along an axis, added up.
Image blur(GraphBuilder& build, const Image& input, Axis axis) {
    const std::string name = axis == eHorizontal ? "horizontal" : "vertical";
    Image before, after, sum;
    build.name_next(name + "1");
    functors::GaussianSide(axis, false, kSigma)(input, before);
    build.name_next(name + "2");
    functors::GaussianSide(axis, true, kSigma)(input, after);
    functors::Sum add;
    add(before, after, sum);
    return sum;
}

Graph build_recursive_gaussian() {
    GraphBuilder build(kName, kSummary);
    const Image input = build.input("input");
    record_filter_mix(build, input, blur(build, blur(build, input, eVertical), eHorizontal));

    add_sigma_controls(build);
    add_filter_mix_controls(build);
    return build.finish();
}

}  // namespace

Effect recursive_gaussian() {
    return {.name = kName,
            .summary = kSummary,
            .build = build_recursive_gaussian,
            .fast_absolute = 5e-5};
}

}  // namespace weft::effects

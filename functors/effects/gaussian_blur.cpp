// A Gaussian blur, as one direct convolution per axis.
#include "effects/builtin.h"
#include "effects/record_filter_mix.h"
#include "effects/sigma_controls.h"
#include "graph/image.h"
#include "neighbourhood/gaussian.h"

namespace weft::effects {
namespace {

constexpr const char* kGaussianBlurName = "gaussian-blur";
constexpr const char* kGaussianBlurSummary =
    "Blurs evenly in all directions, or by another amount per axis.";
constexpr float kGaussianBlurSigma = 3.0f;

Graph build_gaussian_blur() {
    GraphBuilder build(kGaussianBlurName, kGaussianBlurSummary);
    const Image input = build.input("input");
    Image rows, filtered;

    functors::Gaussian horizontal(eHorizontal, kGaussianBlurSigma);
    functors::Gaussian vertical(eVertical, kGaussianBlurSigma);
    build.name_next("horizontal");
    horizontal(input, rows);
    build.name_next("vertical");
    vertical(rows, filtered);
    record_filter_mix(build, input, filtered);

    add_sigma_controls(build, " Samples up to three sigmas away, rounded up, are averaged.");
    add_filter_mix_controls(build);
    return build.finish();
}

}  // namespace

Effect gaussian_blur() {
    return {
        .name = kGaussianBlurName, .summary = kGaussianBlurSummary, .build = build_gaussian_blur};
}

}  // namespace weft::effects

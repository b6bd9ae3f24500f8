// A Gaussian blur by repeated boxes: as fast for any sigma.
#include <string>

#include "effects/builtin.h"
#include "effects/record_filter_mix.h"
#include "effects/sigma_controls.h"
#include "graph/image.h"
#include "scan/gaussian_box.h"

namespace weft::effects {
namespace {

constexpr const char* kGaussianBoxesName = "gaussian-boxes";
constexpr const char* kGaussianBoxesSummary =
    "Blurs nearly as a Gaussian does, as fast for any sigma.";
constexpr float kGaussianBoxesSigma = 8.0f;
constexpr int kBoxes = 3;

/// Three boxes along an axis, near enough a Gaussian.
Image blur_by_boxes(GraphBuilder& build, const Image& input, Axis axis) {
    const std::string name = axis == eHorizontal ? "horizontal" : "vertical";
    Image image = input;
    for (int i = 1; i <= kBoxes; ++i) {
        Image smooth;
        build.name_next(name + std::to_string(i));
        functors::GaussianBox(axis, kGaussianBoxesSigma)(image, smooth);
        image = smooth;
    }
    return image;
}

Graph build_gaussian_boxes() {
    GraphBuilder build(kGaussianBoxesName, kGaussianBoxesSummary);
    const Image input = build.input("input");
    record_filter_mix(build, input,
                      blur_by_boxes(build, blur_by_boxes(build, input, eHorizontal), eVertical));

    add_sigma_controls(build);
    add_filter_mix_controls(build);
    return build.finish();
}

}  // namespace

Effect gaussian_boxes() {
    // Running sums round differently under contraction.
    return {.name = kGaussianBoxesName,
            .summary = kGaussianBoxesSummary,
            .build = build_gaussian_boxes,
            .fast_absolute = 5e-5};
}

}  // namespace weft::effects

// A Gaussian blur by repeated boxes: as fast for any sigma.
#include <string>

#include "effects/builtin.h"
#include "effects/filter_mix.h"
#include "effects/sigma_controls.h"
#include "graph/image.h"
#include "scan/gaussian_box.h"

namespace weft::effects {
namespace {

constexpr const char* kName = "gaussian-boxes";
constexpr const char* kSummary = "Blurs nearly as a Gaussian does, as fast for any sigma.";
constexpr float kSigma = 8.0f;
constexpr int kBoxes = 3;

/// Three boxes along an axis, near enough a Gaussian.
Image blur(GraphBuilder& build, const Image& input, Axis axis) {
    const std::string name = axis == eHorizontal ? "horizontal" : "vertical";
    Image image = input;
    for (int i = 1; i <= kBoxes; ++i) {
        Image smooth;
        build.name_next(name + std::to_string(i));
        functors::GaussianBox(axis, kSigma)(image, smooth);
        image = smooth;
    }
    return image;
}

Graph build_gaussian_boxes() {
    GraphBuilder build(kName, kSummary);
    const Image input = build.input("input");
    record_filter_mix(build, input, blur(build, blur(build, input, eHorizontal), eVertical));

    add_sigma_controls(build);
    add_filter_mix_controls(build);
    return build.finish();
}

}  // namespace

Effect gaussian_boxes() {
    // Running sums round differently under contraction.
    return {
        .name = kName, .summary = kSummary, .build = build_gaussian_boxes, .fast_absolute = 5e-5};
}

}  // namespace weft::effects

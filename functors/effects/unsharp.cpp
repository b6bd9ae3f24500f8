// Halide's unsharp program: sharpens colours by the detail of their grey picture.
#include "effects/builtin.h"
#include "graph/image.h"
#include "neighbourhood/gaussian.h"
#include "pixel/luminance.h"
#include "pixel/unsharp_mask.h"

namespace weft::effects {
namespace {

constexpr const char* kUnsharpName = "unsharp";
constexpr const char* kUnsharpSummary = "Sharpens fine detail without changing hue or saturation.";

// Halide's apps/unsharp: the weights of its grey picture, and seven taps of a Gaussian that is not
// normalised, columns first.
constexpr float kUnsharpRed = 0.299f, kUnsharpGreen = 0.587f, kUnsharpBlue = 0.114f;
constexpr float kUnsharpSigma = 1.5f;
constexpr int kUnsharpRadius = 3;

Graph build_unsharp() {
    GraphBuilder build(kUnsharpName, kUnsharpSummary);
    const Image input = build.input("input");
    Image grey, columns, blurred, output;

    functors::Luminance luminance(kUnsharpRed, kUnsharpGreen, kUnsharpBlue);
    luminance(input, grey);
    functors::Gaussian vertical(eVertical, kUnsharpSigma, kUnsharpRadius, false);
    vertical(grey, columns);
    functors::Gaussian horizontal(eHorizontal, kUnsharpSigma, kUnsharpRadius, false);
    horizontal(columns, blurred);
    functors::UnsharpMask sharpen(1.0f);
    sharpen(input, grey, blurred, output);
    build.output("output", output);

    build.control("amount", "Amount",
                  "Strength: 0 changes nothing, 1 doubles the contrast of fine detail.",
                  {"unsharpmask*.amount"});
    build.control("sigma", "Sigma", "Standard deviation in pixels of what counts as fine detail.",
                  {"gaussian*.sigma"});
    build.control("radius", "Radius",
                  "Where the blur is cut off, in pixels; 0 for three sigmas, rounded up.",
                  {"gaussian*.radius"});
    build.control("normalise", "Normalise",
                  "Makes the blur's weights add up to one, so that flat areas keep their value.",
                  {"gaussian*.normalise"});
    return build.finish();
}

}  // namespace

Effect unsharp() {
    // Dividing by a grey close to zero magnifies any difference: allowed for one pixel in 1000.
    return {.name = kUnsharpName,
            .summary = kUnsharpSummary,
            .build = build_unsharp,
            .fast_relative = 1e-4,
            .fast_outliers = 1e-3};
}

}  // namespace weft::effects

// Halide's unsharp program: sharpens colours by the detail of their grey picture.
#include "effects/builtin.h"
#include "effects/unsharp_effect.h"

namespace weft::effects {
namespace {

constexpr const char* kUnsharpHalideName = "unsharp-halide";
constexpr const char* kUnsharpHalideSummary =
    "Sharpens fine detail as Halide's benchmark does, which brightens flat areas.";

// Halide's apps/unsharp: the weights of its grey picture, and seven taps of a Gaussian that is not
// normalised, columns first.
constexpr float kUnsharpRed = 0.299f, kUnsharpGreen = 0.587f, kUnsharpBlue = 0.114f;
constexpr UnsharpBlur kUnsharpBlur{.sigma = 1.5f, .radius = 3, .normalised = false};

}  // namespace

Effect unsharp_halide() {
    // Dividing by a grey close to zero magnifies any difference: allowed for one pixel in 1000.
    return {.name = kUnsharpHalideName,
            .summary = kUnsharpHalideSummary,
            .build =
                [] {
                    return build_unsharp(
                        kUnsharpHalideName, kUnsharpHalideSummary,
                        functors::Luminance(kUnsharpRed, kUnsharpGreen, kUnsharpBlue),
                        kUnsharpBlur);
                },
            .fast_relative = 1e-4,
            .fast_outliers = 1e-3};
}

}  // namespace weft::effects

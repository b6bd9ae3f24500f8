// The artist's unsharp mask: sharpens colours by the detail of their luminance.
#include "effects/builtin.h"
#include "effects/unsharp_effect.h"

namespace weft::effects {
namespace {

constexpr const char* kUnsharpName = "unsharp";
constexpr const char* kUnsharpSummary = "Sharpens fine detail without changing hue or saturation.";

}  // namespace

Effect unsharp() {
    // Dividing by a grey close to zero magnifies any difference: allowed for one pixel in 1000.
    return {
        .name = kUnsharpName,
        .summary = kUnsharpSummary,
        .build =
            [] { return build_unsharp(kUnsharpName, kUnsharpSummary, functors::Luminance(), {}); },
        .fast_relative = 1e-4,
        .fast_outliers = 1e-3};
}

}  // namespace weft::effects

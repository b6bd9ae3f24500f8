// The bilateral grid as Halide's benchmark has it (Chen, Paris and Durand, 2007).
#include "effects/builtin.h"
#include "effects/grid_effect.h"

namespace weft::effects {
namespace {

constexpr const char* kBilateralGridName = "bilateral-grid";
constexpr const char* kBilateralGridSummary =
    "Smooths the luminance over far distances and keeps its edges.";

}  // namespace

Effect bilateral_grid() {
    // A value that lies between two steps of the grid may be rounded to either.
    return {
        .name = kBilateralGridName,
        .summary = kBilateralGridSummary,
        .build =
            [] { return build_bilateral_grid(kBilateralGridName, kBilateralGridSummary, true); },
        .fast_absolute = 1e-4,
        .fast_outliers = 1e-3};
}

}  // namespace weft::effects

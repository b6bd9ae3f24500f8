// The bilateral grid as Halide's benchmark has it (Chen, Paris and Durand, 2007).
#include "effects/builtin.h"
#include "effects/grid_effect.h"

namespace weft::effects {
namespace {

constexpr const char* kBilateralGridHalideName = "bilateral-grid-halide";
constexpr const char* kBilateralGridHalideSummary =
    "Smooths the luminance between 0 and 1 over far distances and keeps its edges.";

constexpr BilateralGrid kHalideGrid{.centred = true, .open = false};

}  // namespace

Effect bilateral_grid_halide() {
    // A value that lies between two steps of the grid may be rounded to either.
    return {.name = kBilateralGridHalideName,
            .summary = kBilateralGridHalideSummary,
            .build =
                [] {
                    return build_bilateral_grid(kBilateralGridHalideName,
                                                kBilateralGridHalideSummary, kHalideGrid);
                },
            .fast_absolute = 1e-4,
            .fast_outliers = 1e-3};
}

}  // namespace weft::effects

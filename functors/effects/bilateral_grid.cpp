// The bilateral grid for artists (Chen, Paris and Durand, 2007): of any range.
#include "effects/builtin.h"
#include "effects/grid_effect.h"

namespace weft::effects {
namespace {

constexpr const char* kBilateralGridName = "bilateral-grid";
constexpr const char* kBilateralGridSummary =
    "Smooths the luminance over far distances and keeps its edges, and what exceeds black and "
    "white.";

}  // namespace

Effect bilateral_grid() {
    // A value that lies between two steps of the grid may be rounded to either.
    return {
        .name = kBilateralGridName,
        .summary = kBilateralGridSummary,
        .build = [] { return build_bilateral_grid(kBilateralGridName, kBilateralGridSummary, {}); },
        .fast_absolute = 1e-4,
        .fast_outliers = 1e-3};
}

}  // namespace weft::effects

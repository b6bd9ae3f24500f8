// The bilateral grid as PolyMage's benchmark has it: cells begin at their corner, steps are rounded
// down.
#include "effects/builtin.h"
#include "effects/grid_effect.h"

namespace weft::effects {
namespace {

constexpr const char* kBilateralGridPolymageName = "bilateral-grid-polymage";
constexpr const char* kBilateralGridPolymageSummary =
    "Smooths the luminance over far distances and keeps its edges; cells are not centred.";

constexpr BilateralGrid kPolymageGrid{.centred = false, .open = false};

}  // namespace

Effect bilateral_grid_polymage() {
    // A value that lies between two steps of the grid may be rounded to either.
    return {.name = kBilateralGridPolymageName,
            .summary = kBilateralGridPolymageSummary,
            .build =
                [] {
                    return build_bilateral_grid(kBilateralGridPolymageName,
                                                kBilateralGridPolymageSummary, kPolymageGrid);
                },
            .fast_absolute = 1e-4,
            .fast_outliers = 1e-3};
}

}  // namespace weft::effects

// The bilateral grid as Halide's benchmark has it (Chen, Paris and Durand, 2007).
#include "effects/builtin.h"
#include "effects/grid_effect.h"

namespace weft::effects {
namespace {

constexpr const char* kName = "bilateral-grid";
constexpr const char* kSummary = "Smooths the luminance over far distances and keeps its edges.";

}  // namespace

Effect bilateral_grid() {
    // A value that lies between two steps of the grid may be rounded to either.
    return {.name = kName,
            .summary = kSummary,
            .build = [] { return build_bilateral_grid(kName, kSummary, true); },
            .fast_absolute = 1e-4,
            .fast_outliers = 1e-3};
}

}  // namespace weft::effects

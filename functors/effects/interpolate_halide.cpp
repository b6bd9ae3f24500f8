// Multiscale interpolation as Halide's benchmark has it: levels go on beyond the picture.
#include "effects/builtin.h"
#include "effects/fill_effect.h"

namespace weft::effects {
namespace {

constexpr const char* kInterpolateHalideName = "interpolate-halide";
constexpr const char* kInterpolateHalideSummary =
    "Fills what is transparent as Halide's benchmark does: coarse levels go on beyond the picture.";

// Halide's apps/interpolate: no level ends but the fourth, which is clamped to the picture so that
// coarser ones do not read far beyond it.
constexpr FillLevels kHalideLevels{.margin = 1, .cut = true};

}  // namespace

Effect interpolate_halide() {
    return {.name = kInterpolateHalideName,
            .summary = kInterpolateHalideSummary,
            .build =
                [] {
                    return build_fill(kInterpolateHalideName, kInterpolateHalideSummary,
                                      kHalideLevels);
                },
            .fast_absolute = 1e-4,
            .fast_relative = 1e-4};
}

}  // namespace weft::effects

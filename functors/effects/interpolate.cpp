// Multiscale interpolation as Halide's benchmark has it: what is transparent is filled from around.
#include "effects/builtin.h"
#include "effects/fill_effect.h"

namespace weft::effects {
namespace {

constexpr const char* kInterpolateName = "interpolate";
constexpr const char* kInterpolateSummary =
    "Fills what is transparent with the colours around it, near and far.";

}  // namespace

// Every level ends where its own elements end and is clamped there, as in a compositor; the
// benchmark's levels go on, which shows beside the border alone.
Effect interpolate() {
    return {.name = kInterpolateName,
            .summary = kInterpolateSummary,
            .build = [] { return build_fill(kInterpolateName, kInterpolateSummary, {eClamp, 0}); },
            .fast_absolute = 1e-4,
            .fast_relative = 1e-4};
}

}  // namespace weft::effects

// Multiscale interpolation as Halide's benchmark has it: what is transparent is filled from around.
#include "effects/builtin.h"
#include "effects/fill_effect.h"

namespace weft::effects {
namespace {

constexpr const char* kName = "interpolate";
constexpr const char* kSummary =
    "Fills what is transparent with the colours around it, near and far.";

}  // namespace

// Every level ends where its own elements end and is clamped there, as in a compositor; the
// benchmark's levels go on, which shows beside the border alone.
Effect interpolate() {
    return {.name = kName,
            .summary = kSummary,
            .build = [] { return build_fill(kName, kSummary, {eClamp, 0}); },
            .fast_absolute = 1e-4,
            .fast_relative = 1e-4};
}

}  // namespace weft::effects

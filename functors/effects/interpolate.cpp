// Multiscale interpolation for artists: what is transparent is filled from around.
#include "effects/builtin.h"
#include "effects/fill_effect.h"

namespace weft::effects {
namespace {

constexpr const char* kInterpolateName = "interpolate";
constexpr const char* kInterpolateSummary =
    "Fills what is transparent with the colours around it, near and far.";

}  // namespace

// Every level ends where its own elements end and is clamped there, as in a compositor. Those of
// interpolate-halide go on, as the benchmark's do: the two differ far into the picture, less and
// less, of one that is opaque here and there by up to 0.21 at its border, 0.06 at 128 pixels from
// it and 0.02 at 256.
Effect interpolate() {
    return {.name = kInterpolateName,
            .summary = kInterpolateSummary,
            .build = [] { return build_fill(kInterpolateName, kInterpolateSummary, {}); },
            .fast_absolute = 1e-4,
            .fast_relative = 1e-4};
}

}  // namespace weft::effects

// Multiscale interpolation as PolyMage's benchmark has it: beyond each level there is nothing.
#include "effects/builtin.h"
#include "effects/fill_effect.h"

namespace weft::effects {
namespace {

constexpr const char* kInterpolatePolymageName = "interpolate-polymage";
constexpr const char* kInterpolatePolymageSummary =
    "Fills what is transparent with the colours around it; beyond the picture all is transparent.";

}  // namespace

// The benchmark counts elements from 1, 0 being a border of zeros: its taps 2x - 2 to 2x are the
// other benchmark's 2x - 1 to 2x + 1. Of an odd number of elements its next level leaves the last
// one out, where ours has one more; it multiplies alpha by itself before it begins, which changes
// nothing where alpha is 0 or 1.
Effect interpolate_polymage() {
    return {.name = kInterpolatePolymageName,
            .summary = kInterpolatePolymageSummary,
            .build =
                [] {
                    return build_fill(kInterpolatePolymageName, kInterpolatePolymageSummary,
                                      {.border = {eConstant, 0}});
                },
            .fast_absolute = 1e-4,
            .fast_relative = 1e-4};
}

}  // namespace weft::effects
